import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerOptions } from "node:http";
import type { Duplex } from "node:stream";
import { errorCodes, type ErrorCode } from "@matinale/contracts";

type Reason = [code: ErrorCode, message: string, status?: number];

/** By the code of Node's error. */
const reasons: Record<string, Reason> = {
  HPE_HEADER_OVERFLOW: ["VALIDATION_FAILED", "The headers are too large.", 431],
  ERR_HTTP_REQUEST_TIMEOUT: ["REQUEST_TIMEOUT", "The request took too long to arrive."],
};
const unreadable: Reason = ["VALIDATION_FAILED", "The request could not be read."];

export const parserOptions = {
  // the app, not Node, refuses a missing Host: Node's response would not have the API's error format
  requireHostHeader: false,
  // services read 16 KiB: there is room for the headers that the gateway adds. Bytes
  maxHeaderSize: 15 * 1024,
} satisfies ServerOptions;

/** Whether there is exactly one Host, as RFC 9112, 3.2 requires for HTTP/1.1. */
export function hasOneHost({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const hosts = headersDistinct.host?.length ?? 0;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

/** How long the rest of a malformed request is read and dropped: a reset would discard the response. */
const drainMs = 2_000;

/** Answers requests that Node cannot parse, and that never reach the app, in the API's error format. */
export function answerMalformedRequests(server: Server): void {
  const answered = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, [code, message, status = errorCodes[code]]: Reason) => {
    const body = JSON.stringify({ message, code, requestId: randomUUID() });
    answered.add(socket);
    setTimeout(() => socket.destroy(), drainMs).unref();
    socket.end(
      `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nConnection: close\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (answered.has(socket) && error.code !== "ECONNRESET") return;
    // a client would read these bytes as the end of the first response, or as a second one
    const hasAnswered = "bytesWritten" in socket && socket.bytesWritten !== 0;
    if (error.code === "ECONNRESET" || !socket.writable || hasAnswered) {
      socket.destroy();
      return;
    }
    refuse(socket, reasons[error.code ?? ""] ?? unreadable);
  });
  server.on("connect", (_req, socket) => {
    // the client may leave before it has read the response
    socket.on("error", () => socket.destroy());
    refuse(socket, ["METHOD_NOT_ALLOWED", "This is not a proxy."]);
  });
  // an unknown expectation may be ignored (RFC 9110, 10.1.1)
  server.on("checkExpectation", (req, res) => server.emit("request", req, res));
}
