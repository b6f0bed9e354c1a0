import { expect, test } from "vitest";
import { answerHeaders, requestHeaders } from "./forwarded-headers.ts";

test("drops request headers that a client could forge", () => {
  const inbound = {
    accept: "application/json",
    "content-type": "application/json",
    "content-length": "2",
    cookie: "matinale=x",
    connection: "x-user-id, keep-alive",
    expect: "100-continue",
    host: "matinale.test",
    "transfer-encoding": "chunked",
    "x-forwarded-for": "192.0.2.1",
    "x-internal-identity": "forged",
    "x-request-id": "forged-id",
    "x-user-id": "victim",
  };
  expect(requestHeaders(inbound, Buffer.from("{ }"))).toEqual({
    accept: "application/json",
    "content-type": "application/json",
    "content-length": "3",
  });
  expect(Object.keys(requestHeaders(inbound, undefined)).sort()).toEqual([
    "accept",
    "content-length",
    "content-type",
    "transfer-encoding",
  ]);
});

test("drops connection headers of a response and headers that only the gateway may set", () => {
  expect(
    answerHeaders({
      connection: "keep-alive, x-hop",
      "keep-alive": "timeout=5",
      "transfer-encoding": "chunked",
      "x-hop": "1",
      "set-cookie": ["a=b"],
      "access-control-allow-origin": "*",
      "x-internal-note": "1",
      "content-type": "application/json",
      "retry-after": "5",
    }),
  ).toEqual({ "content-type": "application/json", "retry-after": "5" });
});
