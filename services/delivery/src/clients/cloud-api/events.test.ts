import { describe, expect, test } from "vitest";
import { readWebhook as read } from "./events.ts";

const ours = "100000000000001";
const receivedAt = new Date("2026-11-23T07:58:31Z");
const readWebhook = (body: unknown) => read(body, ours, receivedAt);

const change = (value: object) => ({ field: "messages", value });
const call = (...entries: object[][]) => ({
  entry: entries.map((changes) => ({ id: "1", changes })),
});
const at = new Date("2026-11-23T07:00:00Z");
const timestamp = String(at.getTime() / 1000);

test("reads every entry and every change of a call", () => {
  const delivered = {
    id: "wamid.1",
    status: "delivered",
    timestamp,
    recipient_id: "33612345678",
    biz_opaque_callback_data: "d1:text0",
  };
  const refused = {
    id: "wamid.2",
    status: "failed",
    timestamp,
    errors: [{ code: 131026, title: "x" }],
  };
  const stop = {
    from: "33612345678",
    id: "wamid.3",
    timestamp,
    type: "text",
    text: { body: "STOP" },
  };
  const button = {
    from: "33612345678",
    id: "wamid.4",
    timestamp,
    type: "button",
    button: { payload: "LISTEN:d1", text: "Écouter" },
  };
  const reply = {
    from: "33612345678",
    id: "wamid.5",
    timestamp,
    interactive: { type: "button_reply", button_reply: { id: "LISTEN:d2", title: "x" } },
  };
  expect(
    readWebhook(
      call(
        [change({ statuses: [delivered] }), change({ messages: [stop] })],
        [change({ statuses: [refused], messages: [button, reply] })],
      ),
    ),
  ).toEqual({
    statuses: [
      { messageId: "wamid.1", status: "delivered", at, code: 0, reference: "d1:text0" },
      { messageId: "wamid.2", status: "failed", at, code: 131026, action: "recipient" },
    ],
    messages: [
      { id: "wamid.3", from: "33612345678", at, text: "STOP" },
      { id: "wamid.4", from: "33612345678", at, text: "", tap: "LISTEN:d1" },
      { id: "wamid.5", from: "33612345678", at, text: "", tap: "LISTEN:d2" },
    ],
    addressChanges: [],
    echoes: [],
    marketingPreferences: [],
    accountEvents: [],
    ignored: 0,
    foreign: 0,
  });
});

test("reads what a person sends instead of words, and not a reaction to our message as such", () => {
  const from = "33612345678";
  const messages = ["audio", "image", "sticker", "reaction"].map((type, index) => ({
    id: `wamid.${index}`,
    from,
    timestamp,
    type,
    [type]: {},
  }));
  const read = readWebhook(call([change({ messages })])).messages;
  expect(read.map(({ media = false }) => media)).toEqual([true, true, true, false]);
});

test.each([
  ["a notice of a new security code", "system", { type: "customer_identity_changed" }],
  ["an unreadable notice", "system", null],
  ["a deletion", "revoke", { original_message_id: "wamid.1" }],
])("reads no message from %s", (_case, type, value) => {
  const messages = [{ id: "wamid.2", from: "33612345678", timestamp, type, [type]: value }];
  expect(readWebhook(call([change({ messages })]))).toMatchObject({ messages: [], ignored: 1 });
});

test("reads what is written under a picture, a video or a document", () => {
  const from = "33612345678";
  const sent = ["image", "video", "document"].map((type) => ({
    type,
    [type]: { caption: "STOP" },
  }));
  const messages = [...sent, { type: "edit", edit: { message: sent[0] } }].map((each, index) => ({
    id: `wamid.${index}`,
    from,
    timestamp,
    ...each,
  }));
  const read = readWebhook(call([change({ messages })])).messages;
  expect(read.map(({ text }) => text)).toEqual(["STOP", "STOP", "STOP", "STOP"]);
});

test.each([
  ["parts that are null", { type: null, button: null, interactive: null, edit: null, image: null }],
  ["parts of another shape", { type: 7, button: "x", interactive: { button_reply: null } }],
])("reads a message in spite of %s", (_case, more) => {
  const messages = [
    { id: "wamid.1", from: "33612345678", timestamp, text: { body: "STOP" }, ...more },
  ];
  expect(readWebhook(call([change({ messages })]))).toMatchObject({
    messages: [{ id: "wamid.1", text: "STOP" }],
    ignored: 0,
  });
});

test("reads the changes of an entry in spite of an unreadable time", () => {
  const stop = { id: "wamid.1", from: "33612345678", timestamp, text: { body: "STOP" } };
  const changes = [change({ messages: [stop] }), { field: "security", value: {} }];
  expect(readWebhook({ entry: [{ id: "1", time: null, changes }] })).toMatchObject({
    messages: [{ text: "STOP" }],
    accountEvents: [{ field: "security", at: new Date("2026-11-23T07:00:00Z") }],
  });
});

test.each([null, {}, { phone_number_id: null }])(
  "reads a change with the metadata %j",
  (metadata) => {
    const stop = { id: "wamid.1", from: "33612345678", timestamp, text: { body: "STOP" } };
    expect(readWebhook(call([change({ metadata, messages: [stop] })]))).toMatchObject({
      messages: [{ text: "STOP" }],
      ignored: 0,
    });
  },
);

test.each([
  ["its text without a payload", { text: "STOP" }, { text: "STOP" }],
  ["its text beside a payload that is null", { text: "STOP", payload: null }, { text: "STOP" }],
  ["its text beside an empty payload", { text: "STOP", payload: "" }, { text: "STOP" }],
  ["its payload", { text: "Écouter", payload: "LISTEN:d1" }, { text: "", tap: "LISTEN:d1" }],
])("reads of a tapped button %s", (_case, button, expected) => {
  const messages = [{ id: "wamid.1", from: "33612345678", timestamp, type: "button", button }];
  expect(readWebhook(call([change({ messages })])).messages).toEqual([
    { id: "wamid.1", from: "33612345678", at, ...expected },
  ]);
});

test("reads a status in spite of parts that are null", () => {
  const delivered = { id: "wamid.1", status: "delivered", timestamp };
  const statuses = [{ ...delivered, biz_opaque_callback_data: null, errors: null }];
  expect(readWebhook(call([change({ statuses })]))).toMatchObject({
    statuses: [{ messageId: "wamid.1", status: "delivered" }],
    ignored: 0,
  });
});

test("reads the other items beside a report that is nested too deeply", () => {
  const value = JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as unknown;
  const stop = { id: "wamid.1", from: "33612345678", timestamp, text: { body: "STOP" } };
  const changes = [
    { field: "account_update", value },
    change({ errors: [value], messages: [stop] }),
  ];
  expect(readWebhook(call(changes))).toMatchObject({
    messages: [{ text: "STOP" }],
    accountEvents: [
      { field: "account_update", details: "" },
      { field: "errors", details: "" },
    ],
  });
});

test("counts items of unknown kinds and reads the rest", () => {
  const readable = { id: "wamid.1", status: "read", timestamp };
  const partlyUnreadable = call([
    change({ statuses: [{ id: "x", status: "exploded", timestamp }, readable, 7] }),
    { field: "account_update", value: {} },
  ]);
  expect(readWebhook(partlyUnreadable)).toMatchObject({
    statuses: [{ messageId: "wamid.1" }],
    ignored: 2,
  });
  for (const body of [null, 7, "text", [], {}, { entry: "no" }]) {
    expect(readWebhook(body)).toEqual({
      statuses: [],
      messages: [],
      addressChanges: [],
      echoes: [],
      marketingPreferences: [],
      accountEvents: [],
      ignored: 1,
      foreign: 0,
    });
  }
});

test("reads the other items when one cannot be read", () => {
  const readable = { id: "wamid.1", status: "read", timestamp: Number(timestamp) };
  const partlyUnreadable = call(
    [{ field: "security" }, { field: "messages", value: null }, change({ statuses: "none" })],
    [change({ messages: null, statuses: [readable] })],
  );
  const body = { entry: [null, { id: "2" }, ...partlyUnreadable.entry] };
  expect(readWebhook(body)).toMatchObject({
    statuses: [{ messageId: "wamid.1", status: "read", at }],
    messages: [],
    ignored: 5,
  });
});

test("reads a marketing preference", () => {
  const chosen = (value: string, more: object = {}) => ({
    wa_id: "33612345678",
    detail: "User requested it",
    category: "marketing_messages",
    value,
    timestamp: at.getTime() / 1000,
    ...more,
  });
  const user_preferences = [
    chosen("stop"),
    chosen("resume"),
    chosen("stop", { timestamp }),
    chosen("later"),
    chosen("stop", { category: "calls" }),
  ];
  expect(readWebhook(call([change({ user_preferences })]))).toMatchObject({
    marketingPreferences: [
      { from: "33612345678", at, on: false },
      { from: "33612345678", at, on: true },
      { from: "33612345678", at, on: false },
    ],
    ignored: 2,
  });
});

test("reads reports about the account, and errors that belong to no message", () => {
  const value = { event: "PAUSED", message_template_name: "digest_ready" };
  const report = { field: "message_template_status_update", value };
  const errors = [{ code: 131_000, title: "Something went wrong" }];
  const body = { entry: [{ id: "2", time: 1_763_900_000, changes: [report, change({ errors })] }] };
  const reported = new Date("2025-11-23T12:13:20Z");
  expect(readWebhook(body)).toMatchObject({
    accountEvents: [
      { field: report.field, at: reported, details: JSON.stringify(value) },
      { field: "errors", at: reported, details: JSON.stringify(errors[0]) },
    ],
    ignored: 0,
  });
});

describe("an error that belongs to no message", () => {
  const errors = [{ code: 131_000, title: "Something went wrong" }];
  const atOf = (received: string, time?: number) => {
    const body = { entry: [{ id: "2", time, changes: [change({ errors })] }] };
    return read(body, ours, new Date(received)).accountEvents.map((event) => event.at);
  };

  test("has the hour of receipt without a time of the provider, so that repeated calls add no event", () => {
    const hour = [new Date("2026-11-23T07:00:00Z")];
    expect(atOf("2026-11-23T07:00:00Z")).toEqual(hour);
    expect(atOf("2026-11-23T07:59:59.999Z")).toEqual(hour);
    expect(atOf("2026-11-27T19:12:00Z")).toEqual([new Date("2026-11-27T19:00:00Z")]);
  });

  test("has the time of the provider", () => {
    expect(atOf("2026-11-23T07:30:00Z", at.getTime() / 1000)).toEqual([at]);
  });

  test("does not concern the account when it comes with a call", () => {
    const value = { calls: [{ id: "wacid.1", event: "terminate", timestamp }], errors };
    expect(readWebhook(call([{ field: "calls", value }]))).toMatchObject({
      accountEvents: [],
      ignored: 1,
    });
  });
});

test.each([
  ["of an unknown kind", { field: "flows", value: { event: "ENDPOINT_ERROR" } }],
  ["about a call", { field: "calls", value: { calls: [{ id: "wacid.1", event: "connect" }] } }],
  ["without a list", change({ messaging_product: "whatsapp" })],
])("counts a change %s as ignored", (_case, one) => {
  expect(readWebhook(call([one]))).toMatchObject({ accountEvents: [], ignored: 1 });
});

test("reads what an edited message says now", () => {
  const edit = {
    original_message_id: "wamid.1",
    message: { type: "text", text: { body: "STOP" } },
  };
  const messages = [{ id: "wamid.2", from: "33612345678", timestamp, type: "edit", edit }];
  expect(readWebhook(call([change({ messages })])).messages).toMatchObject([
    { id: "wamid.2", text: "STOP" },
  ]);
});

describe("a hidden number", () => {
  const number = "33612345678";
  const userId = "FR.5550001112223334445";
  const text = (more: object) => ({ id: "wamid.1", timestamp, text: { body: "STOP" }, ...more });
  const read = (value: object) => readWebhook(call([change(value)]));

  test.each([
    ["the user id of the message", { from_user_id: userId }, [], { from: userId }],
    ["the user id of the only contact", {}, [{ user_id: userId }], { from: userId }],
    ["a parent user id", { from_user_id: "FR.ENT.777" }, [], { from: "FR.ENT.777" }],
    ["both", { from: number, from_user_id: userId }, [], { from: number, userId }],
    [
      "the number and the user id of its contact",
      { from: number },
      [{ wa_id: "33600000000", user_id: "FR.1" }, { wa_id: number, user_id: userId }, 7],
      { from: number, userId },
    ],
    [
      "the number, when the user id is unreadable",
      { from: number, from_user_id: "x" },
      [],
      { from: number },
    ],
    [
      "the user id, when the number is unreadable",
      { from: "", from_user_id: userId },
      [],
      { from: userId },
    ],
  ])("a message is read with %s", (_, more, contacts, sender) => {
    expect(read({ contacts, messages: [text(more)] })).toMatchObject({
      messages: [{ text: "STOP", ...sender }],
      ignored: 0,
    });
  });

  test("a message has no user id of another person's contact", () => {
    const contacts = [{ wa_id: "33600000000", user_id: "FR.1" }];
    const [message] = read({ contacts, messages: [text({ from: number })] }).messages;
    expect(message).toMatchObject({ from: number });
    expect(message?.userId).toBeUndefined();
  });

  test.each([
    ["of no person", {}, []],
    ["of one of several contacts", {}, [{ user_id: userId }, { user_id: "FR.2" }]],
    ["with an unreadable user id", { from_user_id: "fr.123" }, []],
    ["with a user id that is too long", { from_user_id: `FR.${"1".repeat(129)}` }, []],
  ])("a message %s is ignored", (_, more, contacts) => {
    expect(read({ contacts, messages: [text(more)] })).toMatchObject({ messages: [], ignored: 1 });
  });

  test("a status names the recipient when it has the number and the user id", () => {
    const status = { id: "wamid.1", status: "delivered", timestamp, recipient_user_id: userId };
    expect(read({ statuses: [{ ...status, recipient_id: number }, status] }).statuses).toEqual([
      expect.objectContaining({ messageId: "wamid.1", recipient: { from: number, userId } }),
      { messageId: "wamid.1", status: "delivered", at, code: 0 },
    ]);
  });

  test("a marketing preference is read with the user id", () => {
    const chosen = {
      category: "marketing_messages",
      value: "stop",
      timestamp: at.getTime() / 1000,
    };
    const user_preferences = [
      { ...chosen, user_id: userId },
      { ...chosen, user_id: "?" },
    ];
    expect(read({ user_preferences })).toMatchObject({
      marketingPreferences: [{ from: userId, at, on: false }],
      ignored: 1,
    });
  });

  test.each([
    [
      "a new number with its user id",
      { from: number },
      {
        type: "user_changed_number",
        wa_id: "33699999999",
        user_id: "FR.2",
        previous_user_id: userId,
      },
      { from: number, userId, to: { from: "33699999999", userId: "FR.2" } },
    ],
    [
      "a new number alone",
      { from: number },
      { type: "user_changed_number", wa_id: "33699999999" },
      { from: number, to: { from: "33699999999" } },
    ],
    [
      "a new number under its earlier name",
      { from: number },
      { type: "user_changed_number", new_wa_id: "33699999999" },
      { from: number, to: { from: "33699999999" } },
    ],
    [
      "a new user id",
      {},
      { type: "user_changed_user_id", user_id: "FR.2", previous_user_id: userId },
      { from: userId, to: { from: "FR.2" } },
    ],
    [
      "a new user id under its earlier name",
      { from_user_id: userId },
      { type: "user_id_update", user_id: "FR.2" },
      { from: userId, to: { from: "FR.2" } },
    ],
  ])("a system message reports %s", (_, more, system, change) => {
    const messages = [{ id: "wamid.1", timestamp, type: "system", system, ...more }];
    expect(read({ messages })).toMatchObject({
      messages: [],
      addressChanges: [{ at, ...change }],
      ignored: 0,
    });
  });

  test.each([
    ["the sender", { from: number }, {}],
    ["the customer", {}, { customer: number }],
  ])("an older system message about a new number names %s", (_, more, names) => {
    const system = { type: "customer_changed_number", wa_id: "33699999999", ...names };
    const messages = [{ id: "wamid.1", timestamp, type: "system", system, ...more }];
    expect(read({ messages })).toMatchObject({
      addressChanges: [{ at, from: number, to: { from: "33699999999" } }],
      ignored: 0,
    });
  });

  test("a system message without a readable new number or user id is ignored", () => {
    const system = { type: "user_changed_number", wa_id: "+33", user_id: "FR" };
    const messages = [{ id: "wamid.1", from: number, timestamp, type: "system", system }];
    expect(read({ messages })).toMatchObject({ messages: [], addressChanges: [], ignored: 1 });
  });
});

test("counts items for another number of the same app without reading them", () => {
  const items = {
    statuses: [{ id: "wamid.1", status: "read", timestamp }],
    messages: [{ id: "wamid.2", from: "33612345678", timestamp, text: { body: "STOP" } }],
  };
  const of = (phone_number_id: string) => change({ metadata: { phone_number_id }, ...items });
  expect(readWebhook(call([of("999"), of(ours)]))).toMatchObject({
    statuses: [{ messageId: "wamid.1" }],
    messages: [{ id: "wamid.2" }],
    foreign: 2,
    ignored: 0,
  });
});

test.each([
  [[{ code: 131049 }], "defer", 131049],
  [[{ code: 0 }], "sender", 0],
  [[], "message", 0],
  [undefined, "message", 0],
] as const)("a failure with the errors %j leads to the action %s", (errors, action, code) => {
  const failure = { id: "wamid.1", status: "failed", timestamp, errors };
  expect(readWebhook(call([change({ statuses: [failure] })])).statuses).toEqual([
    { messageId: "wamid.1", status: "failed", at, code, action },
  ]);
});
