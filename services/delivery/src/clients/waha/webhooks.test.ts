import { listen, silentLogger } from "@matinale/kit/testing";
import { afterEach, expect, test } from "vitest";
import { hashOfText } from "../../domain/channel/inbound.ts";
import { memoryLids } from "../../testing/lids.ts";
import { waha } from "./client.ts";
import { wahaWebhooks } from "./webhooks.ts";

const at = new Date("2026-11-23T07:00:00Z");
const timestamp = at.getTime() / 1_000;
const lid = "245896994390182@lid";
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A linked phone; its WAHA gives this answer to lookups of the number behind a chat. */
async function linkedPhone(answer: { status: number; body: object }) {
  const lookups: string[] = [];
  const server = await listen((req, res) => {
    lookups.push(`${req.method} ${req.url}`);
    res.statusCode = answer.status;
    res.end(JSON.stringify(answer.body));
  });
  const config = { WAHA_URL: server.url, WAHA_API_KEY: "key", WAHA_SESSION: "default" };
  const lids = memoryLids();
  const media = { bytes: () => Promise.resolve(null) };
  const client = waha(config, media, { lids, logger: silentLogger, brand: "Matinale" });
  open.push(client, server);
  const webhooks = wahaWebhooks({ ...config, WAHA_HMAC_KEY: ["secret"] }, client.numberOf, lids);
  const read = (event: object) => webhooks.read(webhooks.stored(JSON.stringify(event)), new Date());
  return { ...webhooks, read, lookups };
}

const messageFromHiddenNumber = (more: object = {}) => ({
  event: "message",
  payload: { id: `false_${lid}_3A01`, timestamp, from: lid, fromMe: false, body: "STOP", ...more },
});
const expectedMessages = [{ id: "3A01", from: "33612345678", at, text: "STOP" }];

test("looks up a hidden number once and reads its message", async () => {
  const { read, lookups } = await linkedPhone({
    status: 200,
    body: { lid, pn: "33612345678@c.us" },
  });
  expect((await read(messageFromHiddenNumber())).messages).toEqual(expectedMessages);
  expect((await read(messageFromHiddenNumber())).messages).toEqual(expectedMessages);
  expect(lookups).toEqual([`GET /api/default/lids/${encodeURIComponent(lid)}`]);
});

test("looks up the hidden number of an echo", async () => {
  const { read } = await linkedPhone({ status: 200, body: { lid, pn: "33612345678@c.us" } });
  const payload = { id: "3EB0", timestamp, from: "33700000000@c.us", to: lid, fromMe: true };
  const { echoes } = await read({ event: "message.any", payload: { ...payload, body: "Bonjour" } });
  const textHash = hashOfText("Bonjour");
  expect(echoes).toEqual([{ messageId: "3EB0", to: "33612345678", at, textHash }]);
});

test("stores no text of our own messages, and of others only what is read", async () => {
  const { stored } = await linkedPhone({ status: 404, body: {} });
  const body = "*042137* est votre code";
  const ours = { id: "3EB0", timestamp, from: lid, fromMe: true, ack: 1, body };
  const raw = { key: { remoteJidAlt: "33612345678@c.us" }, message: ours };
  for (const event of ["message.any", "message.ack", "message.edited"]) {
    const kept = stored(JSON.stringify({ event, payload: { ...ours, _data: raw } }));
    expect(kept).not.toContain("042137");
    expect(kept).not.toContain("votre code");
    const other = { ...ours, body: ours.body.replace("042137", "998877") };
    expect(stored(JSON.stringify({ event, payload: { ...other, _data: raw } }))).toBe(kept);
  }
  const answer = messageFromHiddenNumber({ replyTo: ours });
  expect(JSON.parse(stored(JSON.stringify(answer)))).toMatchObject(messageFromHiddenNumber());
  expect(stored(JSON.stringify(answer))).not.toContain("votre code");
  expect(stored("no JSON")).toBe("null");
});

test("makes no lookup when the engine gives the number", async () => {
  const { read, lookups } = await linkedPhone({ status: 404, body: {} });
  const _data = { key: { remoteJid: lid, remoteJidAlt: "33612345678@s.whatsapp.net" } };
  expect((await read(messageFromHiddenNumber({ _data }))).messages).toEqual(expectedMessages);
  expect(lookups).toEqual([]);
});

test.each([404, 503])(
  "finds the sender of a STOP by the LID of an earlier message when WAHA answers %i",
  async (status) => {
    const { read } = await linkedPhone({ status, body: {} });
    const _data = { key: { remoteJidAlt: "33612345678:12@s.whatsapp.net" } };
    await read(messageFromHiddenNumber({ _data, body: "START" }));
    expect((await read(messageFromHiddenNumber())).messages).toEqual(expectedMessages);
    const fromDevice = lid.replace("@", ":7@");
    expect((await read(messageFromHiddenNumber({ from: fromDevice }))).messages).toEqual(
      expectedMessages,
    );
  },
);

test.each([
  { status: 200, body: { lid, pn: null } },
  { status: 501, body: {} },
])("counts a message as ignored when its hidden number is unknown: %j", async (answer) => {
  const { read } = await linkedPhone(answer);
  expect(await read(messageFromHiddenNumber())).toMatchObject({ messages: [], ignored: 1 });
});

test("throws while WAHA is unavailable, so that the call is retried and no STOP is lost", async () => {
  const { read } = await linkedPhone({ status: 503, body: {} });
  await expect(read(messageFromHiddenNumber())).rejects.toThrow(
    "looking up the number of a chat failed",
  );
});

test("counts events of another session without reading them or looking up their chats", async () => {
  const { read, lookups } = await linkedPhone({
    status: 200,
    body: { lid, pn: "33612345678@c.us" },
  });
  const ack = { event: "message.ack", payload: { id: "3EB0", fromMe: true, ack: 3, timestamp } };
  for (const event of [messageFromHiddenNumber(), ack]) {
    expect(await read({ ...event, session: "another" })).toMatchObject({
      messages: [],
      statuses: [],
      foreign: 1,
    });
  }
  expect(lookups).toEqual([]);
  expect((await read({ ...ack, session: "default" })).statuses).toHaveLength(1);
});
