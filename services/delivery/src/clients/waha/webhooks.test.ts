import { listen } from "@matinale/kit/testing";
import { afterEach, expect, test } from "vitest";
import { waha } from "./client.ts";
import { wahaWebhooks } from "./webhooks.ts";

const at = new Date("2026-11-23T07:00:00Z");
const timestamp = at.getTime() / 1_000;
const lid = "245896994390182@lid";
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A linked phone whose WAHA answers so when it is asked for the number behind a hidden chat. */
async function linked(answer: { status: number; body: object }) {
  const asked: string[] = [];
  const server = await listen((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    res.statusCode = answer.status;
    res.end(JSON.stringify(answer.body));
  });
  const config = { WAHA_URL: server.url, WAHA_API_KEY: "key", WAHA_SESSION: "default" };
  const phone = waha(config, { bytes: () => Promise.resolve(null) });
  open.push(phone, server);
  return { ...wahaWebhooks({ ...config, WAHA_HMAC_KEY: "secret" }, phone.numberOf), asked };
}

const said = (more: object = {}) => ({
  event: "message",
  payload: { id: `false_${lid}_3A01`, timestamp, from: lid, fromMe: false, body: "STOP", ...more },
});
const heard = [{ id: "3A01", from: "33612345678", at, text: "STOP" }];

test("looks up a hidden number once and reads its message", async () => {
  const { read, asked } = await linked({ status: 200, body: { lid, pn: "33612345678@c.us" } });
  expect((await read(said())).messages).toEqual(heard);
  expect((await read(said())).messages).toEqual(heard);
  expect(asked).toEqual([`GET /api/default/lids/${encodeURIComponent(lid)}`]);
});

test("recognises an echo of a message to a hidden number", async () => {
  const { read } = await linked({ status: 200, body: { lid, pn: "33612345678@c.us" } });
  const payload = { id: "3EB0", timestamp, from: "33700000000@c.us", to: lid, fromMe: true };
  const { echoes } = await read({ event: "message.any", payload: { ...payload, body: "Bonjour" } });
  expect(echoes).toEqual([{ messageId: "3EB0", to: "33612345678", at, text: "Bonjour" }]);
});

test("makes no lookup when the engine gives the number", async () => {
  const { read, asked } = await linked({ status: 404, body: {} });
  const _data = { key: { remoteJid: lid, remoteJidAlt: "33612345678@s.whatsapp.net" } };
  expect((await read(said({ _data }))).messages).toEqual(heard);
  expect(asked).toEqual([]);
});

test("counts an unknown hidden number and reads the rest", async () => {
  const { read } = await linked({ status: 200, body: { lid, pn: null } });
  expect(await read(said())).toMatchObject({ messages: [], ignored: 1 });
});

test("throws while WAHA is unavailable, so that the call is retried and no STOP is lost", async () => {
  const { read } = await linked({ status: 503, body: {} });
  await expect(read(said())).rejects.toThrow("whose chat it is");
});

test("counts events of another session without reading them or looking up their chats", async () => {
  const { read, asked } = await linked({ status: 200, body: { lid, pn: "33612345678@c.us" } });
  const ack = { event: "message.ack", payload: { id: "3EB0", fromMe: true, ack: 3, timestamp } };
  for (const event of [said(), ack]) {
    expect(await read({ ...event, session: "another" })).toMatchObject({
      messages: [],
      statuses: [],
      foreign: 1,
    });
  }
  expect(asked).toEqual([]);
  expect((await read({ ...ack, session: "default" })).statuses).toHaveLength(1);
});
