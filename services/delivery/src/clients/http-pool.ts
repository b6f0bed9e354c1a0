import type { Pool as Undici } from "undici";
import request from "undici/lib/api/api-request.js";
import Pool from "undici/lib/dispatcher/pool.js";

/** undici's pool by its parts: the whole comes with a browser's fetch and sockets, 4 MB in every replica. */
export function httpPool(origin: string, options: Undici.Options) {
  const pool = new Pool(origin, options);
  return { request: request.bind(pool), close: () => pool.close() };
}
