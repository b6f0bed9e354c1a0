import { once } from "node:events";
import { createServer } from "node:net";
import { listen } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { answerToFailedCall, providerHttp } from "./provider-http.ts";

const uncertain = { outcome: "uncertain" };
const retried = { outcome: "refused", action: "retry", code: 0 };

const failure = async (call: Promise<unknown>) =>
  answerToFailedCall(
    await call.then(
      () => Promise.reject(new Error("answered")),
      (error: unknown) => error,
    ),
  );

test("a call that waits for a free connection until its time is over was not sent", async () => {
  const received: string[] = [];
  // never answers
  const server = await listen((req) => void received.push(String(req.url)));
  const { call, close } = providerHttp(`${server.url}/v1`, 1, {});
  const first = failure(call("POST", "/first", { a: "é" }, 1_000));
  expect(await failure(call("POST", "/second", { a: "é" }, 200))).toEqual(retried);
  expect(await first).toEqual(uncertain);
  expect(received).toEqual(["/v1/first"]);
  await close();
  await server.close();
});

test("a call was not sent when the handshake of its connection fails", async () => {
  const server = createServer((socket) => socket.end("no TLS"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const { call, close } = providerHttp(`https://127.0.0.1:${port}`, 1, {});
  expect(await failure(call("POST", "/messages", {}))).toEqual(retried);
  await close();
  server.close();
});

test("an answer without an end is given up before it fills the memory", async () => {
  let bytes = 0;
  const part = Buffer.alloc(64 * 1024);
  const server = await listen((_, res) => {
    res.on("drain", write);
    write();
    function write() {
      bytes += part.length;
      if (bytes < 100e6) res.write(part);
      else res.end();
    }
  });
  const { call, close } = providerHttp(server.url, 1, {});
  expect(await failure(call("POST", "/messages", {}))).toEqual(uncertain);
  expect(bytes).toBeLessThan(50e6);
  await close();
  await server.close();
});
