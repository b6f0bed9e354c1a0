import { Pool } from "undici";

export interface LoadRequest {
  port: number;
  path: string;
  method?: "GET" | "POST" | "PUT";
  headers?: Record<string, string>;
  body?: string;
}

async function send(pool: Pool, { path, method = "GET", headers, body }: LoadRequest) {
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const response = await pool.request({
    path,
    method,
    headers: { "x-requested-with": "XMLHttpRequest", ...type, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  await response.body.arrayBuffer();
  return response.statusCode;
}

/**
 * Sends requests to one port over kept-alive connections.
 *
 * @param options.ms    duration, repeating the given requests
 * @param options.once  sends each given request once
 */
export async function load(
  toSend: LoadRequest | LoadRequest[],
  options: { connections: number } & ({ ms: number } | { once: true }),
) {
  const requests = [toSend].flat();
  const [first] = requests;
  if (first === undefined) throw new Error("there is no request to send");
  const pool = new Pool(`http://127.0.0.1:${first.port}`, { connections: options.connections });
  const done = {
    requests: 0,
    /** Responses other than 200, and the status of the last one. */
    refused: 0,
    refusedWith: 0,
    /** Milliseconds from request to the end of its response, ascending. */
    latencies: [] as number[],
  };
  const over = performance.now() + ("ms" in options ? options.ms : Infinity);
  const once = "once" in options;
  let left = once ? requests.length : Infinity;

  const client = async (number: number) => {
    while (left > 0 && performance.now() < over) {
      left -= 1;
      const next = requests[once ? left : number % requests.length] ?? first;
      const started = performance.now();
      const status = await send(pool, next);
      done.latencies.push(performance.now() - started);
      done.requests += 1;
      if (status === 200) continue;
      done.refused += 1;
      done.refusedWith = status;
    }
  };
  await Promise.all(Array.from({ length: options.connections }, (_, number) => client(number)));
  await pool.close();
  done.latencies.sort((one, other) => one - other);
  return done;
}
