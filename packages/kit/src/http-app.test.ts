import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  body,
  createApp,
  DocumentNotFound,
  HttpError,
  json,
  params,
  registry,
  requireService,
  router,
  signIdentity,
  VersionConflict,
} from "./index.ts";
import { asUser, listen, silentLogger, testSecret } from "./testing/index.ts";

const secret = testSecret;
const title = z.string("Give a title").min(2, "Give a title");
const patch = z.strictObject({ name: z.string().max(10), title: title.optional() });
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  const things = router()
    .get("/things/:id", params(z.object({ id: z.string().regex(/^\d+$/) })), (req, res) => {
      res.json({ id: req.params["id"], userId: req.userId });
    })
    .patch("/things", body(patch), (req, res) => void res.json(req.body))
    .get("/crash", () => {
      throw new Error("secret detail");
    })
    .get("/gone", () => {
      throw new HttpError("NOT_FOUND", { fr: "Parti.", en: "Gone." });
    })
    .get("/missing", () => {
      throw new DocumentNotFound("Thing 7");
    })
    .get("/contended", () => {
      throw new VersionConflict("Thing 7");
    })
    .get("/busy", () => {
      throw new HttpError("TOO_MANY_REQUESTS", "Later.", { retryAfter: 1.2 });
    });
  const open = router().post(
    "/internal/check",
    requireService({ audience: "test", secret }),
    json(),
    (_req, res) => void res.json({ ok: true }),
  );
  server = await listen(
    createApp({ service: "test", secret, logger: silentLogger, open: [open], routes: [things] }),
  );
});
afterAll(() => server.close());

const call = async (path: string, init: RequestInit = {}, signedIn = true) => {
  const headers = { ...(signedIn ? await asUser("u1", "test") : {}), ...(init.headers as object) };
  const response = await fetch(server.url + path, { ...init, headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as object,
  };
};
const patchWith = (text: string, type = "application/json") =>
  call("/things", { method: "PATCH", body: text, headers: { "content-type": type } });

test("passes a verified identity to the handler", async () => {
  expect(await call("/things/7")).toMatchObject({ status: 200, body: { id: "7", userId: "u1" } });
});

test("reports each reason once", async () => {
  const { body: envelope } = await patchWith('{"name":"x","title":["a"]}');
  expect(envelope).toMatchObject({ message: "Give a title" });
});

test("answers 404 for a missing document, and 409 for one that others change meanwhile", async () => {
  expect(await call("/missing")).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  expect(await call("/contended")).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
});

const messageOf = async (path: string, language: string, init: RequestInit = {}) => {
  const headers = { ...(init.headers as object), "accept-language": language };
  return (await call(path, { ...init, headers })).body;
};

test("responds with errors in the language of the page, else in French", async () => {
  expect(await messageOf("/gone", "fr")).toMatchObject({ message: "Parti." });
  expect(await messageOf("/gone", "de")).toMatchObject({ message: "Parti." });
  const nothing = "Il n’y a rien à cette adresse.";
  expect(await messageOf("/nothing", "de")).toMatchObject({ message: nothing });
  expect(await messageOf("/nothing", "en")).toMatchObject({
    message: "There is nothing at this address.",
  });
  expect(await messageOf("/crash", "en")).toMatchObject({
    message: expect.stringMatching(/^Something/),
  });
});

test("names the invalid field in the language of the page", async () => {
  const init = {
    method: "PATCH",
    body: '{"name":7}',
    headers: { "content-type": "application/json" },
  };
  expect(await messageOf("/things", "fr", init)).toMatchObject({
    message: expect.stringMatching(/^name: Entrée invalide/),
  });
  expect(await messageOf("/things", "en", init)).toMatchObject({
    message: expect.stringMatching(/^name: Invalid input/),
  });
});

test("responds to every error with the envelope and the request's id", async () => {
  const { status, headers, body: envelope } = await call("/things/x");
  expect(status).toBe(400);
  expect(envelope).toEqual({
    message: expect.any(String),
    code: "VALIDATION_FAILED",
    requestId: headers.get("x-request-id"),
  });
});

test.each([
  ["malformed JSON", '{"name":', "application/json", 400, "INVALID_JSON"],
  ["a bare value", '"x"', "application/json", 400, "INVALID_JSON"],
  ["an unknown key", '{"name":"x","role":"admin"}', "application/json", 400, "VALIDATION_FAILED"],
  [
    "an operator for a string",
    '{"name":{"$ne":null}}',
    "application/json",
    400,
    "VALIDATION_FAILED",
  ],
  ["a prototype key", '{"__proto__":{"x":1}}', "application/json", 400, "VALIDATION_FAILED"],
  ["another type", "name=x", "application/x-www-form-urlencoded", 415, "UNSUPPORTED_MEDIA_TYPE"],
  ["another charset", "{}", "application/json; charset=utf-16", 415, "UNSUPPORTED_MEDIA_TYPE"],
  ["33 kB", `{"name":"${"x".repeat(33_000)}"}`, "application/json", 413, "PAYLOAD_TOO_LARGE"],
])("refuses %s", async (_case, text, type, status, code) => {
  expect(await patchWith(text, type)).toMatchObject({ status, body: { code } });
});

test("responds with 401 without an identity, or with a forged or foreign one", async () => {
  expect(await call("/things/7", {}, false)).toMatchObject({ status: 401 });
  const forged = { "x-internal-identity": "a.b.c", "x-user-id": "u1" };
  expect(await call("/things/7", { headers: forged }, false)).toMatchObject({ status: 401 });
  const other = await asUser("u1", "billing");
  expect(await call("/things/7", { headers: other }, false)).toMatchObject({ status: 401 });
});

test("refuses a person as a service and a service as a person", async () => {
  const asService = {
    "x-internal-identity": await signIdentity({
      subject: "service:gateway",
      audience: "test",
      secret,
    }),
  };
  const post = (headers: object) =>
    call("/internal/check", { method: "POST", headers: { ...headers } }, false);
  expect(await post(asService)).toMatchObject({ status: 200 });
  expect(await post(await asUser("u1", "test"))).toMatchObject({ status: 401 });
  expect(await call("/things/7", { headers: asService }, false)).toMatchObject({ status: 401 });
});

test("responds with 404 for an unknown path, and for another method of a known one", async () => {
  expect(await call("/nothing")).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  const wrong = await call("/things", { method: "DELETE" });
  expect(wrong).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
});

test("hides the error's details when a handler crashes", async () => {
  const response = await call("/crash");
  expect(response).toMatchObject({ status: 500, body: { code: "INTERNAL" } });
  expect(JSON.stringify(response.body)).not.toContain("secret detail");
});

test("rounds Retry-After up to whole seconds", async () => {
  expect((await call("/busy")).headers.get("retry-after")).toBe("2");
});

test("a client that sends its whole body before it reads gets the refusal", async () => {
  const identity = await asUser("u1", "test");
  const head = [
    "PATCH /things HTTP/1.1",
    "host: test",
    "connection: close",
    "content-type: text/plain",
    `content-length: ${8_000_000}`,
    ...Object.entries(identity).map(([name, value]) => `${name}: ${value}`),
  ];
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.pause();
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  for (let sent = 0; sent < 8_000_000; sent += 80_000) {
    await new Promise<void>((resolve, reject) => {
      socket.write(Buffer.alloc(80_000), (error) => (error ? reject(error) : resolve()));
    });
  }
  const [response] = (await once(socket.resume(), "data")) as [Buffer];
  socket.destroy();
  expect(response.toString()).toMatch(/^HTTP\/1.1 415 /);
});

test("metrics have one label for methods that no service has", async () => {
  await call("/things/7", { method: "PROPFIND" });
  await call("/things/7", { method: "SEARCH" });
  const metrics = await registry.metrics();
  expect(metrics).toContain('http_request_duration_seconds_count{method="other"');
  expect(metrics).not.toMatch(/method="(PROPFIND|SEARCH)"/);
});
