import { connect, type Socket } from "node:net";

/** Result of a load. */
export interface Load {
  requests: number;
  /** Responses other than 200. */
  refused: number;
  bytes: number;
  /** Milliseconds from request to the end of its response, ascending. */
  latencies: number[];
}

export interface Question {
  port: number;
  path: string;
  method?: "GET" | "POST" | "PUT";
  headers?: Record<string, string>;
  body?: string;
}

const end = Buffer.from("\r\n\r\n");

function bytesOf({ path, method = "GET", headers = {}, body = "" }: Question): Buffer {
  const all = {
    host: "127.0.0.1",
    "x-requested-with": "XMLHttpRequest",
    ...(body === "" ? {} : { "content-type": "application/json" }),
    ...(body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

interface Outcome {
  status: number;
  bytes: number;
}

/** Sends one request on a kept-alive connection. The response needs a Content-Length. */
function ask(socket: Socket, request: Buffer): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let head: Buffer = Buffer.alloc(0);
    let status = 0;
    let left = -1;
    let bytes = 0;
    const finish = (error?: Error) => {
      socket.off("data", onData);
      socket.off("error", finish);
      socket.off("close", onClose);
      if (error === undefined) resolve({ status, bytes });
      else reject(error);
    };
    const onClose = () => finish(new Error("the connection was closed"));
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (left >= 0) left -= chunk.length;
      else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const at = head.indexOf(end);
        if (at < 0) return;
        const text = head.toString("latin1", 0, at);
        status = Number(text.slice(9, 12));
        const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
        if (length === undefined) return finish(new Error(`no Content-Length in ${text}`));
        left = Number(length) - (head.length - at - end.length);
      }
      if (left <= 0) finish();
    };
    socket.on("data", onData);
    socket.on("error", finish);
    socket.on("close", onClose);
    socket.write(request);
  });
}

/**
 * Sends requests over kept-alive connections.
 *
 * @param options.requests number of requests, repeating the given ones
 * @param options.ms       duration, repeating the given requests
 * @param options.once     sends each given request once
 */
export async function load(
  question: Question | Question[],
  options: { connections: number } & ({ requests: number } | { ms: number } | { once: true }),
): Promise<Load> {
  const questions = Array.isArray(question) ? question : [question];
  const requests = questions.map(bytesOf);
  const done: Load = { requests: 0, refused: 0, bytes: 0, latencies: [] };
  const over = performance.now() + ("ms" in options ? options.ms : Infinity);
  const once = "once" in options;
  let left = "requests" in options ? options.requests : once ? requests.length : Infinity;

  const client = async (number: number) => {
    const socket = connect(questions[0]?.port ?? 0, "127.0.0.1");
    socket.setNoDelay(true);
    while (left > 0 && performance.now() < over) {
      left -= 1;
      const request = requests[once ? left : number % requests.length] ?? Buffer.alloc(0);
      const started = performance.now();
      const { status, bytes } = await ask(socket, request);
      done.latencies.push(performance.now() - started);
      done.requests += 1;
      done.bytes += bytes;
      if (status !== 200) done.refused += 1;
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: options.connections }, (_, number) => client(number)));
  done.latencies.sort((one, other) => one - other);
  return done;
}
