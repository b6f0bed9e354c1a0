import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerOptions } from "node:http";
import type { Duplex } from "node:stream";
import { errorCodes, type ErrorCode } from "@matinale/contracts";

const reasons: Record<string, [status: number, code: ErrorCode, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, "VALIDATION_FAILED", "The headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [
    errorCodes.REQUEST_TIMEOUT,
    "REQUEST_TIMEOUT",
    "The request took too long to arrive.",
  ],
};
const unreadable = [400, "VALIDATION_FAILED", "The request could not be read."] as const;

const notATunnel = [
  errorCodes.METHOD_NOT_ALLOWED,
  "METHOD_NOT_ALLOWED",
  "This is not a proxy.",
] as const;

/** Node's own answer to a missing Host has no envelope: the app refuses it instead. */
export const acceptMissingHost = { requireHostHeader: false } satisfies ServerOptions;

/** Exactly one Host, which RFC 9112, 3.2 demands of HTTP/1.1. */
export function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

/** What follows an unreadable request is let run out for this long: a reset would swallow the answer. */
const hearOutMs = 2_000;

/** Requests that never reach the app, since Node cannot read them, get the envelope too. */
export function answerMalformedRequests(server: Server): void {
  const answered = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, reason: readonly [number, ErrorCode, string]) => {
    const [status, code, message] = reason;
    const body = JSON.stringify({ message, code, requestId: randomUUID() });
    answered.add(socket);
    setTimeout(() => socket.destroy(), hearOutMs).unref();
    socket.end(
      `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nConnection: close\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (answered.has(socket) && error.code !== "ECONNRESET") return;
    // after bytes of an answer, these would be taken for its end or for a second answer
    const hasAnswered = "bytesWritten" in socket && socket.bytesWritten !== 0;
    if (error.code === "ECONNRESET" || !socket.writable || hasAnswered) {
      socket.destroy();
      return;
    }
    refuse(socket, reasons[error.code ?? ""] ?? unreadable);
  });
  server.on("connect", (_req, socket) => {
    // the client may leave before it has read this
    socket.on("error", () => socket.destroy());
    refuse(socket, notATunnel);
  });
  // an expectation that nobody can meet may be passed over (RFC 9110, 10.1.1): the call is answered
  server.on("checkExpectation", (req, res) => server.emit("request", req, res));
}
