import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../config.ts";
import { startSimulator } from "../simulator.ts";
import { listening } from "../testing/listening.ts";
import { voiceNote } from "../testing/sounds.ts";

const PHONE = "33639981234";
const chatId = `${PHONE}@c.us`;

interface Hook {
  headers: IncomingHttpHeaders;
  raw: string;
  event: string;
  payload: Record<string, unknown>;
}

let receiver: Awaited<ReturnType<typeof listening>>;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
const hooks: Hook[] = [];
beforeAll(async () => {
  receiver = await listening(
    createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on("data", (chunk: Buffer) => chunks.push(chunk));
      req.on("end", () => {
        const raw = Buffer.concat(chunks).toString();
        hooks.push({ headers: req.headers, raw, ...JSON.parse(raw) });
        res.end();
      });
    }),
  );
  const env = {
    PHONE_PORT: "0",
    MAIL_PORT: "0",
    WEBHOOK_URL: receiver.url,
    WHATSAPP_ADAPTER: "waha",
  };
  simulator = await startSimulator(readConfig(env));
});
beforeEach(async () => {
  await sim("DELETE", "/state");
  hooks.length = 0;
});
afterAll(async () => {
  await simulator.close();
  await receiver.close();
});

async function call(method: string, path: string, body?: object, key = "development-waha-key") {
  const response = await fetch(`${simulator.url}${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}
const sim = (method: string, path: string, body?: object) => call(method, `/sim${path}`, body);
const sendText = (more: object = {}) =>
  call("POST", "/api/sendText", { session: "default", chatId, text: "Bonjour", ...more });
const events = () => hooks.map(({ event, payload }) => [event, payload["ack"]]);

test("a text arrives, is echoed and acknowledged", async () => {
  const { status, body } = await sendText();
  expect(status).toBe(201);
  expect(body).toMatchObject({ fromMe: true, to: chatId, body: "Bonjour", hasMedia: false });
  expect(body.id).toMatch(/^true_33639981234@c\.us_3EB0[0-9A-F]{18}$/);
  await sim("POST", `/phones/${PHONE}/read`);
  await vi.waitFor(() =>
    expect(events()).toEqual([
      ["message.any", expect.any(Number)],
      ["message.ack", 1],
      ["message.ack", 2],
      ["message.ack", 3],
    ]),
  );
  expect(hooks.every(({ payload }) => payload["id"] === body.id)).toBe(true);
});

test("every event has an HMAC-SHA-512 of its body", async () => {
  await sendText();
  await vi.waitFor(() => expect(hooks).toHaveLength(3));
  for (const { headers, raw } of hooks) {
    expect(headers["x-webhook-hmac-algorithm"]).toBe("sha512");
    const expected = createHmac("sha512", "development-waha-hmac-key").update(raw).digest("hex");
    expect(headers["x-webhook-hmac"]).toBe(expected);
  }
});

test("a voice note can be played", async () => {
  const data = Buffer.from(await voiceNote(1)).toString("base64");
  const file = { mimetype: "audio/ogg; codecs=opus", data };
  const { status } = await call("POST", "/api/sendVoice", { session: "default", chatId, file });
  expect(status).toBe(201);
  const { body: shown } = await sim("GET", `/phones/${PHONE}/messages`);
  expect(shown).toMatchObject([{ type: "audio", audio: { voice: true } }]);
  await sim("POST", `/phones/${PHONE}/played`);
  await vi.waitFor(() => expect(events().at(-1)).toEqual(["message.ack", 4]));
});

test("a message of the owner becomes an event", async () => {
  await sim("POST", `/phones/${PHONE}/messages`, { text: "STOP" });
  await vi.waitFor(() =>
    expect(hooks).toMatchObject([
      { event: "message", payload: { from: chatId, fromMe: false, body: "STOP" } },
    ]),
  );
});

test("rejects unknown numbers, keys, sessions and bodies in WAHA's format", async () => {
  const exists = (phone: string) => call("GET", `/api/contacts/check-exists?phone=${phone}`);
  expect((await exists(PHONE)).body).toEqual({ numberExists: true, chatId });
  expect((await exists("33610000000")).body).toEqual({ numberExists: false });
  const lid = `1000${PHONE}@lid`;
  const lids = (path: string) => call("GET", `/api/default/lids/${path}`);
  expect((await lids(`pn/${PHONE}`)).body).toEqual({ lid, pn: chatId });
  expect((await lids(encodeURIComponent(lid))).body).toEqual({ lid, pn: null });
  expect(await call("GET", "/api/sessions/default", undefined, "wrong")).toMatchObject({
    status: 401,
    body: { statusCode: 401, message: "Unauthorized" },
  });
  expect((await sendText({ session: "other" })).status).toBe(404);
  expect((await sendText({ chatId: PHONE })).status).toBe(400);
  expect((await call("POST", "/api/sendPoll", {})).status).toBe(404);
});

test("a message with a wrong key or an invalid body is in the log", async () => {
  await call("POST", "/api/sendVoice", { session: "default", chatId }, "wrong");
  await sendText({ chatId: PHONE });
  expect((await sim("GET", "/log")).body).toMatchObject([
    { kind: "message", type: "audio", status: 401, accepted: false },
    { kind: "message", type: "text", to: PHONE, status: 400, accepted: false },
  ]);
});

test("faults are HTTP statuses; a lost session shows in its state", async () => {
  const state = async () => (await call("GET", "/api/sessions/default")).body;
  expect(await state()).toMatchObject({ status: "WORKING", simulated: true });
  await sim("PUT", "/faults", { code: 422 });
  expect(await sendText()).toMatchObject({ status: 422, body: { status: "FAILED" } });
  expect(await state()).toMatchObject({ status: "FAILED" });
  await sim("PUT", "/faults", { code: 503, times: 1 });
  expect((await sendText()).status).toBe(503);
  expect((await sendText()).status).toBe(201);
  await sim("PUT", "/faults", { messagesPerSecond: 1 });
  await sendText();
  expect((await sendText()).status).toBe(429);
  await sim("PUT", "/faults", { dropAnswer: true });
  await expect(sendText({ text: "Unanswered" })).rejects.toThrow("fetch failed");
  const isEcho = ({ event, payload }: Hook) =>
    event === "message.any" && payload["body"] === "Unanswered";
  await vi.waitFor(() => expect(hooks.some(isEcho)).toBe(true));
});
