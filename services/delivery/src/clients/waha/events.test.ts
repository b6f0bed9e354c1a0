import { describe, expect, test } from "vitest";
import { emptyWebhook, hashOfText } from "../../domain/channel/inbound.ts";
import { bareMessageId, chatIdsOf, digitsOfChat, readWahaEvent } from "./events.ts";

const at = new Date("2026-11-23T07:00:00Z");
const timestamp = at.getTime() / 1_000;
const event = (name: string, payload: object, more: object = {}) => ({
  id: "evt_1",
  event: name,
  session: "default",
  engine: "NOWEB",
  payload,
  ...more,
});
const ownMessage = { id: "true_33612345678@c.us_3EB0AB", timestamp, fromMe: true };
const nothing = emptyWebhook();

test("reads a message from an event with unknown fields", () => {
  const payload = {
    id: "false_33612345678@c.us_3A01",
    timestamp,
    from: "33612345678@c.us",
    fromMe: false,
    to: "33700000000@c.us",
    body: "STOP",
    hasMedia: false,
    _data: { notifyName: "Ada" },
  };
  expect(readWahaEvent(event("message", payload))).toEqual({
    ...nothing,
    messages: [{ id: "3A01", from: "33612345678", at, text: "STOP" }],
  });
  const picture = { ...payload, body: "", hasMedia: true };
  expect(readWahaEvent(event("message", picture)).messages).toEqual([
    { id: "3A01", from: "33612345678", at, text: "", media: true },
  ]);
  const unreadable = { ...payload, _data: { Info: { SenderAlt: { User: "33612345678" } } } };
  expect(readWahaEvent(event("message", unreadable)).messages).toHaveLength(1);
  const withFraction = { ...payload, timestamp: timestamp + 0.5 };
  expect(readWahaEvent(event("message", withFraction)).messages).toMatchObject([{ text: "STOP" }]);
  // The same message comes again as `message.any`.
  expect(readWahaEvent(event("message.any", payload))).toEqual(nothing);
});

test("reads an edited message, at the time of the edit", () => {
  const edited = {
    id: "false_33612345678@c.us_3A01",
    timestamp,
    from: "33612345678@c.us",
    fromMe: false,
    body: "STOP",
    editedMessageId: "3A01",
  };
  const message = { id: "3A01", from: "33612345678", text: "STOP" };
  const later = at.getTime() + 60_000;
  expect(readWahaEvent(event("message.edited", edited, { timestamp: later }))).toEqual({
    ...nothing,
    messages: [{ ...message, at: new Date(later) }],
  });
  expect(readWahaEvent(event("message.edited", edited)).messages).toEqual([{ ...message, at }]);
  expect(readWahaEvent(event("message.edited", { ...edited, fromMe: true }))).toEqual({
    ...nothing,
    ignored: 1,
  });
});

test("reads echoes of our own messages; the text of a voice note is null", () => {
  const echoed = {
    ...ownMessage,
    from: "33700000000@c.us",
    to: "33612345678@c.us",
    body: "Le digest",
  };
  const echo = { messageId: "3EB0AB", to: "33612345678", at };
  expect(readWahaEvent(event("message.any", echoed))).toEqual({
    ...nothing,
    echoes: [{ ...echo, textHash: hashOfText("Le digest") }],
  });
  for (const voice of [
    { body: "", hasMedia: true },
    { body: null, hasMedia: false },
  ]) {
    expect(readWahaEvent(event("message.any", { ...echoed, ...voice }))).toEqual({
      ...nothing,
      echoes: [{ ...echo, textHash: null }],
    });
  }
});

test.each([{}, { to: null }])(
  "reads the chat of an echo from `from` when the engine gives no `to`: %j",
  (to) => {
    const echoed = { ...ownMessage, from: "33612345678@c.us", ...to, body: "Le digest" };
    const textHash = hashOfText("Le digest");
    const echo = { messageId: "3EB0AB", to: "33612345678", at, textHash };
    expect(readWahaEvent(event("message.any", echoed))).toEqual({ ...nothing, echoes: [echo] });
    expect(chatIdsOf(event("message.any", { ...echoed, from: "987@lid" }))).toEqual({
      digits: null,
      lid: "987@lid",
    });
  },
);

describe("acknowledgements", () => {
  test.each([
    [-1, { status: "failed", action: "message" }],
    [1, { status: "sent" }],
    [2, { status: "delivered" }],
    [3, { status: "read" }],
    [4, { status: "played" }],
  ])("%s is read as %s", (ack, expected) => {
    const read = readWahaEvent(event("message.ack", { ...ownMessage, ack }));
    expect(read).toEqual({
      ...nothing,
      statuses: [{ messageId: "3EB0AB", at, code: 0, ...expected }],
    });
  });

  test("take the time of the event when it is given", () => {
    const later = at.getTime() + 5_500;
    const read = readWahaEvent(
      event("message.ack", { ...ownMessage, ack: 3 }, { timestamp: later }),
    );
    expect(read.statuses[0]?.at).toEqual(new Date(later));
  });

  test("of waiting messages and of messages from phones are ignored", () => {
    expect(readWahaEvent(event("message.ack", { ...ownMessage, ack: 0 }))).toEqual(nothing);
    const fromPhone = { ...ownMessage, fromMe: false, ack: 3 };
    expect(readWahaEvent(event("message.ack", fromPhone))).toEqual(nothing);
  });
});

test("counts groups, hidden numbers, unknown kinds and invalid events without failing", () => {
  const message = { id: "x", timestamp, fromMe: false, body: "STOP" };
  const unusable = [
    event("message", { ...message, from: "120363@g.us" }),
    event("message", { ...message, from: "98765432101234@lid" }),
    event("message", {}),
    event("message.ack", { ...ownMessage, ack: 9 }),
    event("message.revoked", {}),
    null,
    [],
    "text",
    {},
  ];
  for (const body of unusable) expect(readWahaEvent(body)).toEqual({ ...nothing, ignored: 1 });
  expect(readWahaEvent(event("session.status", { status: "WORKING" }))).toEqual(nothing);
});

test("reads the same id from every form that engines use", () => {
  expect(bareMessageId("true_33612345678@c.us_3EB0AB")).toBe("3EB0AB");
  expect(bareMessageId("false_120363@g.us_3A_33612345678@c.us")).toBe("3A");
  expect(bareMessageId("3EB0AB")).toBe("3EB0AB");
});

test.each([
  ["33612345678@c.us", "33612345678"],
  ["33612345678:5@c.us", "33612345678"],
  ["33612345678:12@s.whatsapp.net", "33612345678"],
  ["98765432101234:12@lid", null],
  ["33612345678:@c.us", null],
  ["120363@g.us", null],
])("reads the number of %s without the suffix of a device as %s", (chat, digits) => {
  expect(digitsOfChat(chat)).toBe(digits);
});

const both = { digits: "33612345678", lid: "987@lid" };
test.each([
  [
    "NOWEB",
    { from: "987:3@lid", _data: { key: { remoteJidAlt: "33612345678:3@s.whatsapp.net" } } },
  ],
  ["NOWEB by number", { from: "33612345678@c.us", _data: { key: { remoteJidAlt: "987@lid" } } }],
  ["GOWS", { from: "987@lid", _data: { Info: { SenderAlt: "33612345678:12@s.whatsapp.net" } } }],
  [
    "an echo of GOWS",
    {
      from: "987@lid",
      fromMe: true,
      _data: { Info: { RecipientAlt: "33612345678@s.whatsapp.net" } },
    },
  ],
])("reads number and LID of a chat from an event of %s", (_engine, payload) => {
  const message = { id: "3A01", timestamp, fromMe: false, body: "STOP", ...payload };
  expect(chatIdsOf(event("message", message))).toEqual(both);
});

test("reads no ids of the sender in a group", () => {
  const _data = { key: { remoteJidAlt: "33612345678@s.whatsapp.net" } };
  const message = {
    id: "3A01",
    timestamp,
    fromMe: false,
    from: "120363@g.us",
    body: "STOP",
    _data,
  };
  expect(chatIdsOf(event("message", message))).toEqual({ digits: null, lid: null });
  expect(readWahaEvent(event("message", message))).toEqual({ ...nothing, ignored: 1 });
});
