import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { Socket } from "node:net";
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

/** What follows an unreadable request is let run out for this long: a reset would swallow the answer. */
const hearOutMs = 2_000;

/** Requests that never reach the app, since Node cannot read them, get the envelope too. */
export function answerUnreadable(server: Server): void {
  const answered = new WeakSet<Socket>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (answered.has(socket) && error.code !== "ECONNRESET") return;
    // after bytes of an answer, these would be taken for its end or for a second answer
    if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy();
      return;
    }
    const [status, code, message] = reasons[error.code ?? ""] ?? unreadable;
    const body = JSON.stringify({ message, code, requestId: randomUUID() });
    answered.add(socket);
    setTimeout(() => socket.destroy(), hearOutMs).unref();
    socket.end(
      `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nConnection: close\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}
