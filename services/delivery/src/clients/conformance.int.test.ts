import { randomInt } from "node:crypto";
import { silentLogger, testSecret } from "@matinale/kit/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { schema } from "../config.ts";
import { cloudErrors } from "./cloud-api/errors.ts";
import {
  type Echo,
  hashOfText,
  type Inbound,
  type StatusReport,
} from "../domain/channel/inbound.ts";
import type { RefusalKind, Answer, Message } from "../domain/channel/whatsapp.ts";
import { type Hook, keys, simulatedPhones } from "../testing/simulated-phones.ts";
import { memoryLids } from "../testing/lids.ts";
import { voiceNote } from "../testing/voice-note.ts";
import { type Channel, channelOf } from "./channel.ts";

/** The adapters, with the provider errors of each and the action that an error must lead to. */
const adapters: {
  adapter: "cloud-api" | "waha";
  /** A fault of the simulator, and the action that it must lead to. */
  refusals: [code: number, action: RefusalKind][];
  throttled: number;
}[] = [
  {
    adapter: "cloud-api",
    refusals: [
      [503, "retry"],
      [429, "throttled"],
      [294, "sender"],
      ...cloudErrors
        // The simulator reads codes from 400 to 599 as HTTP statuses. WhatsApp uses none of them as codes.
        .filter(({ code }) => code < 400 || code > 599)
        .map(({ code, action }): [number, RefusalKind] => [code, action]),
    ],
    throttled: 130429,
  },
  {
    adapter: "waha",
    refusals: [
      [503, "retry"],
      [429, "throttled"],
      [400, "message"],
      [413, "message"],
      [401, "sender"],
      [404, "sender"],
      [422, "sender"],
      [501, "sender"],
    ],
    throttled: 429,
  },
];

describe.each(adapters)("$adapter", ({ adapter, refusals, throttled }) => {
  const channelFor = (url: string, signingKeys: object = {}): Channel => {
    const config = schema.parse({
      ...keys,
      ...signingKeys,
      NODE_ENV: "test",
      PORT: "0",
      METRICS_PORT: "0",
      INTERNAL_TOKEN_SECRET: testSecret,
      TRIAL_HASH_SECRET: testSecret,
      MONGODB_URI: "mongodb://127.0.0.1",
      MONGODB_DATABASE: "none",
      KAFKA_BROKERS: "127.0.0.1:1",
      REDIS_URL: "redis://127.0.0.1",
      APP_URL: "https://matinale.example",
      CONTENT_URL: "http://content.example",
      WHATSAPP_ADAPTER: adapter,
      WHATSAPP_API_URL: url,
      WHATSAPP_VERIFY_TOKEN: "verify-me",
      WAHA_URL: url,
    });
    return channelOf(
      config,
      { bytes: () => Promise.resolve(voiceNote) },
      {
        lids: memoryLids(),
        logger: silentLogger,
      },
    );
  };
  let phones: Awaited<ReturnType<typeof simulatedPhones>>;
  let channel: Channel;
  const hooks: Hook[] = [];
  const statuses: StatusReport[] = [];
  const inbound: Inbound[] = [];
  const echoes: Echo[] = [];
  let phone = "";
  let sent = 0;

  beforeAll(async () => {
    phones = await simulatedPhones(adapter, async (hook) => {
      hooks.push(hook);
      if (!channel.webhooks.isGenuine(hook.header, hook.bytes)) return 403;
      const read = await channel.webhooks.read(
        channel.webhooks.stored(hook.bytes.toString()),
        new Date(),
      );
      statuses.push(...read.statuses);
      inbound.push(...read.messages);
      echoes.push(...read.echoes);
      return 200;
    });
    channel = channelFor(phones.url);
  });
  beforeEach(async () => {
    await phones.reset();
    for (const list of [hooks, statuses, inbound, echoes]) list.length = 0;
    phone = `336${randomInt(1e7, 1e8)}`;
    await phones.change(phone, { windowOpen: true, autoConfirm: false });
  });
  afterAll(async () => {
    await channel.whatsapp.close();
    await phones.close();
  });

  const send = (message: Message, to = phone): Promise<Answer> =>
    channel.whatsapp.send(to, message, `delivery-${(sent += 1)}:text0`);
  const sendText = (body: string, to = phone) => send({ form: "text", body }, to);
  const idOf = (answer: Answer) => {
    if (answer.outcome !== "accepted") throw new Error(`not accepted: ${JSON.stringify(answer)}`);
    return answer.messageId;
  };
  const statusesOf = (id: string) =>
    statuses.filter(({ messageId }) => messageId === id).map(({ status }) => status);
  const uploadedVoiceNote = async (): Promise<Message> => {
    const uploaded = await channel.whatsapp.uploadMedia(voiceNote, "audio/ogg", "key-1");
    if (uploaded.outcome !== "uploaded") throw new Error("the upload was refused");
    return { form: "voice", mediaId: uploaded.mediaId };
  };

  test("sends a text unchanged", async () => {
    idOf(await sendText("Été : *l’essentiel*\n— du matin 🌅"));
    expect(await phones.messages(phone)).toMatchObject([
      { direction: "out", type: "text", text: "Été : *l’essentiel*\n— du matin 🌅" },
    ]);
  });

  test("sends a voice note as a voice note, and reports sent, delivered, read and played in order", async () => {
    const id = idOf(await send(await uploadedVoiceNote()));
    expect(await phones.messages(phone)).toMatchObject([{ type: "audio", audio: { voice: true } }]);
    await expect.poll(() => statusesOf(id)).toEqual(["sent", "delivered"]);
    await phones.read(phone);
    await phones.play(phone);
    await expect.poll(() => statusesOf(id)).toEqual(["sent", "delivered", "read", "played"]);
    for (const { at } of statuses) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  });

  test("sends choices as buttons or as text", async () => {
    const buttons = [
      { id: "MORE", title: "Encore" },
      { id: "STOP", title: "Stop" },
    ];
    idOf(await send({ form: "text", body: "Que faire ?", buttons }));
    const shown = JSON.stringify(await phones.messages(phone));
    for (const word of ["Que faire ?", "Encore", "Stop"]) expect(shown).toContain(word);
  });

  test("sends a template in its approved wording", async () => {
    const template = { name: "trial_ending", parameters: ["lundi à 10:00"] };
    idOf(await send({ form: "template", template, language: "fr" }));
    const [shown] = await phones.messages(phone);
    expect(shown?.text).toContain("Votre essai de Matinale se termine le lundi à 10:00.");
  });

  test("sends a code by the authentication template", async () => {
    const template = { name: "reset_code", parameters: ["042137"], copyCode: "042137" };
    idOf(await send({ form: "template", template, language: "en" }));
    const [shown] = await phones.messages(phone);
    expect(shown?.text).toMatch(/^\*042137\* is your verification code\./);
  });

  test("reads a message from the phone with its number and time", async () => {
    await phones.write(phone, "Arrêt !");
    await expect.poll(() => inbound).toMatchObject([{ from: phone, text: "Arrêt !" }]);
    expect(Math.abs((inbound[0]?.at.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test.runIf(adapter === "cloud-api")(
    "writes to a person who hides the number by the user id",
    async () => {
      await phones.change(phone, { numberHidden: true });
      await phones.write(phone, "Bonjour");
      await expect.poll(() => inbound).toMatchObject([{ from: expect.stringMatching(/^FR\./) }]);
      const id = idOf(await sendText("Bonsoir", inbound[0]?.from));
      expect((await phones.messages(phone)).at(-1)).toMatchObject({ id, text: "Bonsoir" });
      await expect.poll(() => statusesOf(id)).toEqual(["sent", "delivered"]);
    },
  );

  test.each(refusals)("a refusal with code %s leads to the action %s", async (code, action) => {
    await phones.faults({ code });
    expect(await sendText("Bonjour")).toMatchObject({ outcome: "refused", action });
    expect(await phones.messages(phone)).toEqual([]);
  });

  test("reports a refusal for too many messages in a second as throttled", async () => {
    await phones.faults({ messagesPerSecond: 3 });
    const answers = [];
    for (let count = 0; count < 8; count += 1) answers.push(await sendText(`${count}`));
    const refused = answers.filter(({ outcome }) => outcome === "refused");
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer).toMatchObject({ action: "throttled", code: throttled });
    }
  });

  test("reads the same statuses from repeated, late and unordered webhooks", async () => {
    await phones.faults({ duplicateWebhooks: true, shuffleWebhooks: true, webhookDelayMs: 200 });
    const ids = [idOf(await sendText("eins")), idOf(await sendText("zwei"))];
    await phones.read(phone);
    for (const id of ids) {
      await expect
        .poll(() => new Set(statusesOf(id)))
        .toEqual(new Set(["sent", "delivered", "read"]));
    }
    await expect.poll(() => statuses.length).toBe(12);
  });

  test("a lost answer is uncertain, and a later status or echo identifies its message", async () => {
    await phones.faults({ dropAnswer: true, times: 1 });
    const reference = `delivery-lost-${adapter}:text0`;
    const lost = await channel.whatsapp.send(phone, { form: "text", body: "Perdu" }, reference);
    expect(lost).toEqual({ outcome: "uncertain" });
    const isIdentified = () =>
      statuses.some((status) => status.reference === reference) ||
      echoes.some(({ to, textHash }) => to === phone && textHash === hashOfText("Perdu"));
    await expect.poll(isIdentified).toBe(true);
    expect(await phones.messages(phone)).toHaveLength(1);
  });

  test.each([502, 504])("the answer %i of a proxy is uncertain", async (code) => {
    await phones.faults({ code });
    expect(await sendText("Bonjour")).toEqual({ outcome: "uncertain" });
  });

  test("a refused connection leads to a retry, because nothing was sent", async () => {
    const unreachable = channelFor("http://127.0.0.1:9");
    const answer = await unreachable.whatsapp.send(phone, { form: "text", body: "x" }, "d:text0");
    expect(answer).toMatchObject({ outcome: "refused", action: "retry" });
    expect(await unreachable.whatsapp.health()).toBe(false);
    await unreachable.whatsapp.close();
  });

  test("rejects webhook calls that the provider did not sign", async () => {
    await phones.write(phone, "STOP");
    await expect.poll(() => hooks.length).toBeGreaterThan(0);
    const [hook] = hooks;
    if (hook === undefined) throw new Error("no webhook call arrived");
    const { isGenuine } = channel.webhooks;
    expect(isGenuine(hook.header, hook.bytes)).toBe(true);
    expect(isGenuine(hook.header, Buffer.concat([hook.bytes, Buffer.from(" ")]))).toBe(false);
    expect(isGenuine(() => undefined, hook.bytes)).toBe(false);
    const truncated = (name: string) => hook.header(name)?.slice(0, -1);
    expect(isGenuine(truncated, hook.bytes)).toBe(false);
    expect(
      channel.webhooks.challenge({ "hub.mode": "subscribe", "hub.challenge": "1" }),
    ).toBeNull();
  });

  test("while a signing key is rotated, accepts webhooks that the new or the former one has signed", async () => {
    await phones.write(phone, "STOP");
    await expect.poll(() => hooks.length).toBeGreaterThan(0);
    const [hook] = hooks;
    if (hook === undefined) throw new Error("no webhook call arrived");
    const other = "another-key-of-the-tests";
    const isAcceptedWith = async (listOf: (key: string) => string) => {
      const rotated = channelFor(phones.url, {
        WHATSAPP_APP_SECRET: listOf(keys.WHATSAPP_APP_SECRET),
        WAHA_HMAC_KEY: listOf(keys.WAHA_HMAC_KEY),
      });
      await rotated.whatsapp.close();
      return rotated.webhooks.isGenuine(hook.header, hook.bytes);
    };
    expect(await isAcceptedWith((key) => `${other}, ${key}`)).toBe(true);
    expect(await isAcceptedWith((key) => `${key},${other}`)).toBe(true);
    expect(await isAcceptedWith(() => other)).toBe(false);
  });

  test("reports the health of the provider", async () => {
    expect(await channel.whatsapp.health()).toBe(true);
  });
});
