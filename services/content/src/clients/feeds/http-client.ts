import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { LookupFunction } from "node:net";

/** As `require` would give them: an ES import of node:http loads Node's own fetch and WebSocket with it. */
const http = process.getBuiltinModule("node:http");
const https = process.getBuiltinModule("node:https");

export type HttpClient = {
  /** The response once its headers have arrived. A caller that does not read it to the end must destroy it. */
  get(url: URL, signal: AbortSignal, headers: OutgoingHttpHeaders): Promise<IncomingMessage>;
  close(): void;
};

/** A host's feeds are asked one after another; what lies idle for longer is mostly closed by the other side. */
const idleMs = 2_000;

/** Uses connections again for a moment, and finds names by `lookup` where one is given. */
export function httpClient(lookup?: LookupFunction): HttpClient {
  const settings = { keepAlive: true, maxSockets: 2, timeout: idleMs };
  const agents = { http: new http.Agent(settings), https: new https.Agent(settings) };
  return {
    get: (url, signal, headers) =>
      new Promise((resolve, reject) => {
        const secure = url.protocol === "https:";
        const { request } = secure ? https : http;
        const agent = secure ? agents.https : agents.http;
        const found = lookup === undefined ? {} : { lookup };
        request(url, { agent, signal, headers, ...found }, resolve)
          .on("error", reject)
          .end();
      }),
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}
