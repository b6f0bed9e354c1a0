import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PHONE, type Running } from "../testing/running-simulator.ts";
import { simulatorForTests } from "../testing/simulator-for-tests.ts";
import { voiceNote } from "../testing/sounds.ts";
import { signed } from "../testing/webhook-receiver.ts";

let simulator: Running;
let mediaId: string;
simulatorForTests((started) => (simulator = started));
beforeAll(async () => {
  mediaId = (await simulator.upload(await voiceNote(1), "audio/ogg")).body.id;
});
beforeEach(() => simulator.setPhone({ windowOpen: true, autoConfirm: false }));

const idOf = (response: Awaited<ReturnType<Running["send"]>>) => response.body.messages![0]!.id;
const sendVoice = async () =>
  idOf(
    await simulator.send({
      messaging_product: "whatsapp",
      to: PHONE,
      type: "audio",
      audio: { id: mediaId, voice: true },
    }),
  );
const statusesOf = (id: string) => simulator.receiver.statusesOf(id);

test("every call has a signature of its body with the app secret", async () => {
  await simulator.sendText("Été");
  await vi.waitFor(() => expect(simulator.receiver.hooks).not.toEqual([]));
  for (const { raw, signature } of simulator.receiver.hooks) {
    expect(signature).toBe(signed(raw, "development-app-secret"));
  }
});

test("reports sent, delivered, read and played, in this order", async () => {
  const id = await sendVoice();
  await expect.poll(() => statusesOf(id)).toEqual(["sent", "delivered"]);
  await simulator.sim("POST", `/phones/${PHONE}/read`);
  await expect.poll(() => statusesOf(id)).toEqual(["sent", "delivered", "read"]);
  await simulator.sim("POST", `/phones/${PHONE}/played`);
  await expect.poll(() => statusesOf(id)).toEqual(["sent", "delivered", "read", "played"]);
});

test("playing an unread voice note reads it, too", async () => {
  const text = idOf(await simulator.sendText("Bonjour"));
  const id = await sendVoice();
  await simulator.sim("POST", `/phones/${PHONE}/played`);
  await expect.poll(() => statusesOf(id)).toEqual(["sent", "delivered", "read", "played"]);
  await expect.poll(() => statusesOf(text)).toEqual(["sent", "delivered"]);
});

test("a status contains message, time, recipient and the sender's callback data", async () => {
  const id = idOf(await simulator.sendText("Bonjour", { biz_opaque_callback_data: "delivery-7" }));
  await expect.poll(() => statusesOf(id)).toEqual(["sent", "delivered"]);
  expect(simulator.receiver.statuses()[0]).toMatchObject({
    id,
    status: "sent",
    timestamp: String(Math.floor(simulator.clock.now / 1000)),
    recipient_id: PHONE,
    biz_opaque_callback_data: "delivery-7",
  });
  const raw = simulator.receiver.hooks[0]?.raw ?? "";
  expect(JSON.parse(raw)).toMatchObject({
    entry: [
      {
        changes: [
          {
            value: {
              metadata: {
                display_phone_number: "33700000000",
                phone_number_id: "100000000000001",
              },
            },
          },
        ],
      },
    ],
  });
});

describe("a message of the owner", () => {
  test("arrives as text", async () => {
    await simulator.sim("POST", `/phones/${PHONE}/messages`, { text: "MENU" });
    await vi.waitFor(() =>
      expect(simulator.receiver.messages()).toMatchObject([
        {
          from: PHONE,
          id: expect.stringMatching(/^wamid\./),
          timestamp: String(Math.floor(simulator.clock.now / 1000)),
          type: "text",
          text: { body: "MENU" },
        },
      ]),
    );
    expect(simulator.receiver.hooks[0]?.raw).toContain(`"wa_id":"${PHONE}"`);
  });

  test("arrives as a button reply to a template", async () => {
    const id = idOf(
      await simulator.send({
        messaging_product: "whatsapp",
        to: PHONE,
        type: "template",
        template: {
          name: "digest_ready",
          language: { policy: "deterministic", code: "en" },
          components: [
            {
              type: "body",
              parameters: ["Sport", "one story", "3 min"].map((text) => ({ type: "text", text })),
            },
            {
              type: "button",
              sub_type: "quick_reply",
              index: 0,
              parameters: [{ type: "payload", payload: "LISTEN:7" }],
            },
          ],
        },
      }),
    );
    await simulator.sim("POST", `/phones/${PHONE}/messages`, { button: "LISTEN:7" });
    await vi.waitFor(() =>
      expect(simulator.receiver.messages()).toMatchObject([
        {
          type: "button",
          button: { payload: "LISTEN:7", text: "Listen" },
          context: { from: "33700000000", id },
        },
      ]),
    );
  });

  test("arrives as an interactive reply to buttons", async () => {
    const buttons = [{ type: "reply", reply: { id: "PAUSE", title: "Pause" } }];
    const id = idOf(
      await simulator.send({
        messaging_product: "whatsapp",
        to: PHONE,
        type: "interactive",
        interactive: { type: "button", body: { text: "?" }, action: { buttons } },
      }),
    );
    await simulator.sim("POST", `/phones/${PHONE}/messages`, { button: "PAUSE" });
    await vi.waitFor(() =>
      expect(simulator.receiver.messages()).toMatchObject([
        {
          type: "interactive",
          interactive: { type: "button_reply", button_reply: { id: "PAUSE", title: "Pause" } },
          context: { id },
        },
      ]),
    );
  });
});

test("sends simultaneous events in one call", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => simulator.sendText(`${index}`)));
  await vi.waitFor(() => expect(simulator.receiver.statuses()).toHaveLength(40));
  expect(simulator.receiver.hooks.length).toBeLessThan(20);
});

test("repeats a call with the same body until the response is 200", async () => {
  simulator.receiver.respondWith(500, 404, 202);
  await simulator.sim("POST", `/phones/${PHONE}/messages`, { text: "MENU" });
  await vi.waitFor(async () =>
    expect(await simulator.messages()).toMatchObject([{ status: "delivered" }]),
  );
  expect(simulator.receiver.hooks).toHaveLength(4);
  expect(new Set(simulator.receiver.hooks.map(({ raw }) => raw)).size).toBe(1);
});

test("duplicateWebhooks sends every call twice", async () => {
  await simulator.sim("PUT", "/faults", { duplicateWebhooks: true });
  await simulator.sendText("Bonjour");
  await vi.waitFor(() => expect(simulator.receiver.hooks).toHaveLength(2));
  const [first, second] = simulator.receiver.hooks;
  expect(second).toEqual(first);
});

test("shuffleWebhooks changes the order and loses nothing", async () => {
  await simulator.sim("PUT", "/faults", { shuffleWebhooks: true });
  const ids: string[] = [];
  for (const word of ["eins", "zwei", "drei", "vier"])
    ids.push(idOf(await simulator.sendText(word)));
  await simulator.sim("POST", `/phones/${PHONE}/read`);
  await vi.waitFor(() => expect(simulator.receiver.statuses()).toHaveLength(12), { timeout: 3000 });
  const inOrder = ids
    .flatMap((id) => [`${id} sent`, `${id} delivered`])
    .concat(ids.map((id) => `${id} read`));
  const arrived = simulator.receiver.statuses().map(({ id, status }) => `${id} ${status}`);
  expect(arrived).not.toEqual(inOrder);
  expect(arrived.toSorted()).toEqual(inOrder.toSorted());
});

describe("while the endpoint fails", () => {
  let slow: Running;
  simulatorForTests((started) => (slow = started), { retryMs: 700 });
  beforeEach(async () => {
    await slow.setPhone({ windowOpen: true, autoConfirm: false });
    slow.receiver.respondWith(500);
    await slow.sendText("eins");
    await vi.waitUntil(() => slow.receiver.hooks.length === 1);
  });

  test("a newer message overtakes one that is retried", async () => {
    const younger = idOf(await slow.sendText("zwei"));
    await expect.poll(() => slow.receiver.hooks, { timeout: 3000 }).toHaveLength(3);
    expect(slow.receiver.hooks.map(({ statuses }) => statuses[0]?.id === younger)).toEqual([
      false,
      true,
      false,
    ]);
  });

  test("a reset drops pending webhooks", async () => {
    await slow.sim("DELETE", "/state");
    slow.receiver.respondWith(500);
    await slow.sim("POST", `/phones/${PHONE}/messages`, { text: "MENU" });
    // When this call is retried, a retry of the first one would have come, too.
    await expect.poll(() => slow.receiver.messages(), { timeout: 3000 }).toHaveLength(2);
    expect(slow.receiver.hooks).toHaveLength(3);
  });
});
