import { beforeEach, describe, expect, test, vi } from "vitest";
import { NUMBER, PHONE, type Running } from "../testing/running-simulator.ts";
import { simulatorForTests } from "../testing/simulator-for-tests.ts";

let simulator: Running;
simulatorForTests((started) => (simulator = started));

const text = (more: object = {}) => ({
  messaging_product: "whatsapp",
  to: PHONE,
  type: "text",
  text: { body: "Bonjour" },
  ...more,
});
const template = (more: object = {}, to = PHONE) => ({
  messaging_product: "whatsapp",
  to,
  type: "template",
  template: { name: "digest_ready", language: { policy: "deterministic", code: "fr" }, ...more },
});
const body = (...words: string[]) => ({
  type: "body",
  parameters: words.map((word) => ({ type: "text", text: word })),
});
const quickReply = (payload: string) => ({
  type: "button",
  sub_type: "quick_reply",
  index: "0",
  parameters: [{ type: "payload", payload }],
});

test("responds to an accepted message in the provider's format", async () => {
  await simulator.setPhone({ windowOpen: true });
  const response = await simulator.send(text({ to: "+33 6 39 98 12 34" }));
  expect(response).toMatchObject({
    status: 200,
    body: {
      messaging_product: "whatsapp",
      contacts: [{ input: "+33 6 39 98 12 34", wa_id: PHONE }],
      messages: [{ id: expect.stringMatching(/^wamid\.[\w-]{20,}$/) }],
    },
  });
});

test("rejects a wrong token with 190 and logs the call", async () => {
  for (const token of ["", "wrong"]) {
    const response = await simulator.send(text(), token);
    expect(response.status).toBe(401);
    expect(response.body.error).toEqual({
      message: expect.stringContaining("190"),
      type: "OAuthException",
      code: 190,
      error_data: { messaging_product: "whatsapp", details: expect.any(String) },
      fbtrace_id: expect.any(String),
    });
  }
  expect(await simulator.log()).toMatchObject([
    { kind: "message", status: 401, code: 190, accepted: false },
    { kind: "message", status: 401, code: 190, accepted: false },
  ]);
});

test("reaches a phone with a hidden number by its user id", async () => {
  await simulator.setPhone({ numberHidden: true });
  await simulator.sim("POST", `/phones/${PHONE}/messages`, { text: "START" });
  await vi.waitFor(() => expect(simulator.receiver.messages()).toHaveLength(1));
  const [message] = simulator.receiver.messages();
  expect(message).not.toHaveProperty("from");
  expect(simulator.receiver.hooks[0]?.raw).not.toContain(PHONE);
  const recipient = message!.from_user_id;
  const response = await simulator.send(text({ to: undefined, recipient }));
  expect(response).toMatchObject({ status: 200 });
  expect(response.body.contacts).toEqual([{ input: recipient, user_id: recipient }]);
  expect((await simulator.messages()).at(-1)).toMatchObject({ text: "Bonjour" });
  await vi.waitFor(() => expect(simulator.receiver.statuses()).toHaveLength(2));
  for (const status of simulator.receiver.statuses()) {
    expect(status).toMatchObject({ recipient_user_id: recipient });
    expect(status).not.toHaveProperty("recipient_id");
  }
});

describe("bad bodies", () => {
  test.each([
    ["no JSON", "{", 100],
    ["no product", { to: PHONE }, 100],
    ["another product", text({ messaging_product: "sms" }), 100],
    ["an unknown key", text({ colour: "red" }), 100],
    ["an unknown key inside", text({ text: { body: "a", bold: true } }), 100],
    ["no recipient", text({ to: undefined }), 131008],
    ["a recipient that is no number", text({ to: "Camille" }), 131009],
    ["a user id in another form", text({ to: undefined, recipient: "Camille" }), 131009],
    ["a user id that no phone has", text({ to: undefined, recipient: "FR.1" }), 131026],
    ["no text", text({ text: {} }), 131008],
    ["an empty text", text({ text: { body: "" } }), 131009],
    ["a text of the wrong kind", text({ text: { body: 7 } }), 131009],
    ["more than 4096 characters", text({ text: { body: "a".repeat(4097) } }), 100],
    ["an unknown type", text({ type: "hologram" }), 131051],
    ["a type that this number does not send", text({ type: "sticker" }), 131051],
    [
      "an upload that does not exist",
      text({ type: "audio", text: undefined, audio: { id: "12" } }),
      100,
    ],
    ["callback data that is too long", text({ biz_opaque_callback_data: "a".repeat(513) }), 100],
    ["a message to itself", text({ to: "33700000000" }), 131021],
    [
      "an unknown translation",
      template({ language: { policy: "deterministic", code: "de" } }),
      132001,
    ],
    ["a template that the account does not have", template({ name: "no_such_template" }), 132001],
    ["a template without a language policy", template({ language: { code: "fr" } }), 131008],
    ["another language policy", template({ language: { policy: "fallback", code: "fr" } }), 131009],
    ["too few parameters", template(), 132000],
    ["a parameter with a line break", template({ components: [body("a\nb")] }), 100],
    ["a parameter with many spaces", template({ components: [body("a     b")] }), 100],
  ])("%s", async (_, message, code) => {
    const response = await simulator.send(message);
    expect(response.body.error).toMatchObject({
      code,
      error_data: { messaging_product: "whatsapp" },
    });
    expect(response.status).toBe(code === 132001 ? 404 : 400);
    expect((await simulator.log()).at(-1)).toMatchObject({ code, accepted: false });
    expect(await simulator.messages()).toEqual([]);
  });

  test("another phone number id", async () => {
    const response = await simulator.call(
      "POST",
      "/v26.0/42/messages",
      text(),
      "development-token",
    );
    expect(response).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });

  test("another method or path", async () => {
    const response = await simulator.call(
      "PUT",
      `/v26.0/${NUMBER}/messages`,
      text(),
      "development-token",
    );
    expect(response).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });
});

describe("the 24-hour window", () => {
  test("is closed for a phone that never wrote", async () => {
    const response = await simulator.send(text());
    expect(response).toMatchObject({ status: 400, body: { error: { code: 131047 } } });
  });

  test("opens when the phone writes, for 24 hours", async () => {
    await simulator.sim("POST", `/phones/${PHONE}/messages`, { text: "Bonjour" });
    simulator.clock.now += 24 * 3_600_000 - 1;
    expect(await simulator.send(text())).toMatchObject({ status: 200 });
    simulator.clock.now += 1;
    expect(await simulator.send(text())).toMatchObject({ body: { error: { code: 131047 } } });
  });

  test("allows templates while it is closed", async () => {
    expect(await simulator.sendOptIn()).toMatchObject({ status: 200 });
  });

  test("stays closed, when closed by a test, until the phone taps", async () => {
    await simulator.sim("POST", `/phones/${PHONE}/messages`, { text: "Bonjour" });
    await simulator.setPhone({ windowOpen: false });
    expect(await simulator.send(text())).toMatchObject({ body: { error: { code: 131047 } } });
    await simulator.send(
      template({ components: [body("Sport", "un seul sujet", "3 min"), quickReply("LISTEN:7")] }),
    );
    expect(await simulator.send(text())).toMatchObject({ body: { error: { code: 131047 } } });
    await simulator.sim("POST", `/phones/${PHONE}/messages`, { button: "LISTEN:7" });
    expect(await simulator.send(text())).toMatchObject({ status: 200 });
  });
});

test("shows a template with its text and its button", async () => {
  await simulator.send(
    template({
      components: [body("Le blé recule", "et 7 autres titres", "3 min"), quickReply("LISTEN:7")],
    }),
  );
  expect(await simulator.messages()).toMatchObject([
    {
      direction: "out",
      type: "template",
      text: "À la une\u00a0: Le blé recule – et 7 autres titres. Votre édition Matinale est prête (3 min)\u00a0: appuyez sur «\u00a0Écouter\u00a0» pour la recevoir.",
      buttons: [{ id: "LISTEN:7", title: "Écouter" }],
      status: "delivered",
    },
  ]);
});

test("shows a template with a button that opens a page, to which a tap sends no answer", async () => {
  const ended = { name: "trial_ended", language: { policy: "deterministic", code: "fr" } };
  await simulator.send(template(ended));
  const title = "Choisir une formule";
  expect(await simulator.messages()).toMatchObject([
    { type: "template", buttons: [{ title, url: "http://localhost:8080/subscribe" }] },
  ]);
  const tap = await simulator.sim("POST", `/phones/${PHONE}/messages`, { button: title });
  expect(tap.status).toBe(404);
  const withParameter = template({ ...ended, components: [quickReply("x")] });
  expect(await simulator.send(withParameter)).toMatchObject({ body: { error: { code: 132012 } } });
});

describe("interactive messages", () => {
  const interactive = (content: object) => ({
    messaging_product: "whatsapp",
    to: PHONE,
    type: "interactive",
    interactive: { body: { text: "Que faire ?" }, ...content },
  });
  const reply = (id: string, title = id) => ({ type: "reply", reply: { id, title } });

  beforeEach(() => simulator.setPhone({ windowOpen: true }));

  test("show their text and buttons", async () => {
    await simulator.send(
      interactive({
        type: "button",
        action: { buttons: [reply("PAUSE", "Mettre en pause"), reply("STOP")] },
      }),
    );
    expect(await simulator.messages()).toMatchObject([
      {
        type: "interactive",
        text: "Que faire ?",
        buttons: [
          { id: "PAUSE", title: "Mettre en pause" },
          { id: "STOP", title: "STOP" },
        ],
      },
    ]);
  });

  test.each([
    ["four buttons", ["a", "b", "c", "d"].map((id) => reply(id)), 131009],
    ["no buttons", [], 131009],
    ["the same id twice", [reply("a"), reply("a", "b")], 131009],
    ["a title of 21 characters", [reply("a", "a".repeat(21))], 100],
  ])("refuse %s", async (_, buttons, code) => {
    const response = await simulator.send(interactive({ type: "button", action: { buttons } }));
    expect(response).toMatchObject({ status: 400, body: { error: { code } } });
  });
});

test("the number describes itself as simulated", async () => {
  const response = await simulator.call("GET", `/v26.0/${NUMBER}`, undefined, "development-token");
  expect(response).toMatchObject({ status: 200, body: { id: NUMBER, quality_rating: "GREEN" } });
  expect(response.text).toContain("simulated");
});
