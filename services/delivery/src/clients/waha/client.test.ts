import { listen, silentLogger } from "@matinale/kit/testing";
import { afterEach, expect, test } from "vitest";
import type { Message } from "../../domain/channel/whatsapp.ts";
import { memoryLids } from "../../testing/lids.ts";
import { waha } from "./client.ts";

const digits = "33612345678";
const lid = "245896994390182@lid";
const text: Message = { form: "text", body: "Bonjour" };
const voice: Message = { form: "voice", mediaId: "key-1" };
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A linked phone; its WAHA answers each call by its path, and accepts all other calls. */
async function linkedPhone(answers: Record<string, { status: number; body: object }>) {
  const calls: string[] = [];
  const server = await listen((req, res) => {
    const path = (req.url ?? "").replace(/^\/api|\?.*$/g, "");
    calls.push(path);
    const { status, body } = answers[path] ?? { status: 201, body: { id: "3EB0" } };
    res.statusCode = status;
    res.end(JSON.stringify(body));
  });
  const config = { WAHA_URL: server.url, WAHA_API_KEY: "key", WAHA_SESSION: "default" };
  const media = { bytes: () => Promise.resolve(Buffer.from("OggS")) };
  const lids = memoryLids();
  const client = waha(config, media, { lids, logger: silentLogger, brand: "Matinale" });
  open.push(client, server);
  return { send: (message: Message) => client.send(digits, message, "d:1"), lids, calls };
}

test("stores the LID of a recipient at the first message and looks it up once", async () => {
  const path = `/default/lids/pn/${digits}`;
  const { send, lids, calls } = await linkedPhone({
    [path]: { status: 200, body: { lid, pn: `${digits}@c.us` } },
  });
  await send(text);
  await send(text);
  expect([...lids.numbers]).toEqual([[lid, digits]]);
  expect(calls.filter((each) => each === path)).toHaveLength(1);
});

test.each([
  { status: 200, body: { lid: null, pn: `${digits}@c.us` } },
  { status: 404, body: {} },
  { status: 501, body: {} },
])("sends a message when WAHA answers %j instead of a LID", async (answer) => {
  const { send, lids } = await linkedPhone({ [`/default/lids/pn/${digits}`]: answer });
  expect(await send(text)).toMatchObject({ outcome: "accepted" });
  expect(lids.numbers.size).toBe(0);
});

const plusOnly =
  "The feature is available only in Plus version for 'GOWS' engine. Check this out: https://waha.devlike.pro/";
test.each([
  [422, plusOnly],
  [501, "The method is not implemented by 'WEBJS' engine."],
])(
  "a version of WAHA without voice notes (%i) is a limit of the sender, with its reason",
  async (status, message) => {
    const body = { message, statusCode: status };
    const lacking = { status, body };
    const { send } = await linkedPhone({ "/sendVoice": lacking, "/sendText": lacking });
    const refused = { outcome: "refused", code: status, reason: message };
    expect(await send(voice)).toEqual({ ...refused, action: "voice_notes" });
    expect(await send(text)).toEqual({ ...refused, action: "sender" });
  },
);

test.each(["SCAN_QR_CODE", "PASSKEY_REQUIRED"])(
  "a session that is %s stops the sender",
  async (status) => {
    const body = { error: "Session status is not as expected", status, expected: ["WORKING"] };
    const { send } = await linkedPhone({ "/sendText": { status: 422, body } });
    expect(await send(text)).toEqual({ outcome: "refused", action: "sender", code: 422 });
  },
);

test("a message that WAHA cannot process is refused alone", async () => {
  const body = { message: "file: invalid", statusCode: 422 };
  const { send } = await linkedPhone({ "/sendVoice": { status: 422, body } });
  expect(await send(voice)).toEqual({ outcome: "refused", action: "message", code: 422 });
});
