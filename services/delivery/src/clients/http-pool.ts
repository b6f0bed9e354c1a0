import type { Pool as Undici } from "undici";
import request from "undici/lib/api/api-request.js";
import Pool from "undici/lib/dispatcher/pool.js";

/** Imports only undici's pool: the whole package loads fetch and WebSocket too, 4 MB in every replica. */
export function httpPool(origin: string, options: Undici.Options) {
  const pool = new Pool(origin, options);
  return { request: request.bind(pool), close: () => pool.close() };
}
