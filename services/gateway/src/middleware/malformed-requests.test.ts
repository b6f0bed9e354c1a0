import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { answerMalformedRequests } from "./malformed-requests.ts";

const exchange = async (bytes: string) => {
  const server = createServer(
    { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 },
    (_req, res) => res.end("done"),
  );
  answerMalformedRequests(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
};

test("answers 408 in JSON and closes when headers arrive too slowly", async () => {
  const answer = await exchange("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toEqual({
    message: expect.any(String),
    code: "REQUEST_TIMEOUT",
    requestId: expect.any(String),
  });
});

test("adds nothing after a response that was already sent", async () => {
  const answer = await exchange("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nslow");
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
});
