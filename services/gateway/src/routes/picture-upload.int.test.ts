import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { verifyIdentity } from "@matinale/kit";
import { testSecret } from "@matinale/kit/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { json } from "../testing/fake-service.ts";
import { person, testGateway, type TestGateway } from "../testing/test-gateway.ts";

const path = "/api/user/profile-picture";
const mebibyte = 1024 * 1024;
const type = "multipart/form-data; boundary=x";

let gateway: TestGateway;
let cookie: string;
beforeAll(async () => {
  gateway = await testGateway();
  cookie = await gateway.login();
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.services.identity.received.length = 0;
  gateway.services.identity.answer = (_request, res) => json(res, 200, { success: true });
});

const send = (
  body: string | Blob | ReadableStream | Uint8Array,
  headers: Record<string, string> = {},
) =>
  gateway.call(path, {
    method: "POST",
    body,
    headers: { cookie, "content-type": type, ...headers },
    duplex: "half",
  } as RequestInit);

test("passes a picture unchanged with the identity of its sender", async () => {
  const answer = await send("--x\r\n\r\nbytes\r\n--x--", {
    "x-internal-identity": "a.b.c",
    "x-user-id": "victim",
  });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  const { headers, body, url } = gateway.services.identity.received[0]!;
  expect({ url, body, type: headers["content-type"] }).toEqual({
    url: "/user/profile-picture",
    body: "--x\r\n\r\nbytes\r\n--x--",
    type,
  });
  expect(headers["x-user-id"]).toBeUndefined();
  expect(headers.cookie).toBeUndefined();
  const token = String(headers["x-internal-identity"]);
  expect(await verifyIdentity(token, { audience: "identity", secret: testSecret })).toEqual({
    subject: person.userId,
  });
});

test("passes 5 MB and its form, and answers 413 for more, with and without a length", async () => {
  expect((await send(new Uint8Array(5 * mebibyte + 1000))).status).toBe(200);
  const large = new Blob([new Uint8Array(5 * mebibyte + 100_000)]);
  const message = expect.stringContaining("dépasse 5 Mo");
  const refused = { status: 413, body: { code: "PAYLOAD_TOO_LARGE", message } };
  expect(await send(large)).toMatchObject(refused);
  expect(await send(large.stream())).toMatchObject(refused);
});

/** Starts an upload and does not finish it. */
const begin = (): ClientRequest => {
  const upload = request(gateway.url + path, {
    method: "POST",
    headers: { cookie, "content-type": type, "x-requested-with": "XMLHttpRequest" },
  });
  upload.on("error", () => undefined);
  upload.write("--x");
  return upload;
};

test("answers 408 when a picture stops arriving, and keeps the circuit closed", async () => {
  const upload = begin();
  const answer = await new Promise<IncomingMessage>((resolve) => upload.once("response", resolve));
  expect(answer.statusCode).toBe(408);
  upload.destroy();
  expect(await gateway.call("/api/me", { headers: { cookie } })).not.toMatchObject({ status: 503 });
});

test("refuses the fifth upload of one address while four are in progress", async () => {
  const uploads = Array.from({ length: 4 }, begin);
  await expect.poll(() => send("--x--")).toMatchObject({ status: 429 });
  for (const upload of uploads) upload.destroy();
  await expect.poll(() => send("--x\r\n\r\nbytes\r\n--x--")).toMatchObject({ status: 200 });
});

test("waits for a picture that is read slowly, and refuses no other call meanwhile", async () => {
  gateway.services.identity.answer = (request, res) => {
    const ms = request.url.endsWith("picture") ? 5_000 : 0;
    setTimeout(() => json(res, 200, { success: true }), ms);
  };
  const uploads = await Promise.all([1, 2, 3].map(() => send("--x\r\n\r\nbytes\r\n--x--")));
  expect(uploads.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await gateway.post("/api/send-verification", {}, { cookie })).toMatchObject({
    status: 200,
  });
}, 15_000);
