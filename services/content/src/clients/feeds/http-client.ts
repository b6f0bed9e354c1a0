import http, { type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";

export type HttpClient = ReturnType<typeof httpClient>;

/** Enough for the next feed of the same host. Most hosts close connections that are idle for longer. */
const idleMs = 2_000;

/** An HTTP client with short keep-alive. @param lookup  resolves host names instead of the system's resolver */
export function httpClient(lookup?: LookupFunction) {
  const settings = { keepAlive: true, maxSockets: 2, timeout: idleMs };
  const agents = { http: new http.Agent(settings), https: new https.Agent(settings) };
  return {
    /** Resolves when the headers have arrived. A caller that does not read the whole body must destroy the response. */
    get: (url: URL, signal: AbortSignal, headers: OutgoingHttpHeaders) =>
      new Promise<IncomingMessage>((resolve, reject) => {
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
