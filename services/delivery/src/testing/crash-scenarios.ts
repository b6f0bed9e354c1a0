import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Delivery, partsOf } from "../domain/delivery/delivery.ts";
import { planSlot } from "../domain/schedule/plan-delivery.ts";
import type { CrashPoint } from "./crash-points.ts";
import type { startHarness } from "./harness.ts";
import { type Call, postWebhook, statusItem, tapItem, webhookBody } from "./provider.ts";

export type Harness = Awaited<ReturnType<typeof startHarness>>;
export type Reader = Awaited<ReturnType<Harness["reader"]>>;

/** The state before a process reaches a crash point, and the messages that must have been sent in the end. */
export interface Scenario {
  before?: (reader: Reader, delivery: Harness) => Promise<void>;
  /** Runs while the service is stopped: stores only the work that leads to the point. */
  set?: (reader: Reader, delivery: Harness) => Promise<void>;
  /** Runs once the process that will crash is ready. */
  provoke?: (url: string, reader: Reader, delivery: Harness) => Promise<unknown>;
  /** Types of the messages that the provider has accepted in the end. */
  taken: readonly string[];
  /** The outcome of the last call stays unknown. */
  unknown?: true;
  /** The delivery becomes due after all crashes. */
  later?: true;
}

const isDigest = ({ type, text }: Call) =>
  type === "audio" || text === "Le digest" || text === "digest_ready";

/** Messages of a reader's digest that the provider has accepted. */
export const takenFrom = (delivery: Harness, { digits }: Reader): Call[] =>
  delivery.provider.accepted(digits).filter(isDigest);

const textAndVoice = ["text", "audio"];
const announced = ["template", "audio", "text"];

const due: Scenario["set"] = async ({ id }, delivery) => {
  const nextDueAt = new Date(delivery.now().getTime() - 1_000);
  await delivery
    .collection("subscribers")
    .updateOne({ _id: id as never }, { $set: { nextDueAt }, $unset: { lease: 1 } });
};

/** Stores a composed digest whose voice note is uploaded, or still has to be. */
const composed =
  (voiceNote: "uploaded" | "wanted", afterMs = 0): NonNullable<Scenario["set"]> =>
  async ({ id }, delivery) => {
    const now = delivery.now();
    const dueAt = new Date(now.getTime() + afterMs);
    const subscriber = await delivery.subscriberOf(id);
    const sha256 = randomBytes(32).toString("hex");
    const mime = "audio/ogg; codecs=opus";
    const date = dueAt.toISOString().slice(0, 10);
    const { delivery: planned } = planSlot(subscriber, { date, index: 0, at: dueAt }, now);
    const ready: Delivery = {
      ...planned,
      phase: "ready",
      texts: ["Le digest"],
      audio: [{ mediaKey: sha256, sha256, mime, bytes: 10, durationMs: 1_000 }],
      coveredCategories: ["politics"],
      stories: 1,
      parts: partsOf(1, 1),
      workAt: dueAt,
    };
    const uploaded = { mediaId: "9000", uploadedAt: now };
    await delivery.collection("uploads").insertOne({
      _id: sha256 as never,
      mediaKey: sha256,
      mime,
      attempts: 0,
      ...(voiceNote === "uploaded" ? uploaded : { workAt: now }),
    });
    await delivery.collection("deliveries").insertOne({ ...ready, outbox: [] } as never);
  };

const toBeSent = composed("uploaded");

const windowClosed: Scenario["set"] = async (reader, delivery) => {
  await delivery.closeWindow(reader.id);
  await toBeSent(reader, delivery);
};

const throttled: Scenario["set"] = async (reader, delivery) => {
  const refused = new Set<string>();
  delivery.provider.setFault(({ to }) => {
    if (to !== reader.digits || refused.has(to)) return null;
    refused.add(to);
    return { status: 429, code: 130_429 };
  });
  await toBeSent(reader, delivery);
};

const until = async (
  reader: Reader,
  delivery: Harness,
  count: number,
  wanted: (stored: Record<string, unknown>) => boolean,
) => {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const found = await delivery.deliveryOf(reader.id);
    if (found !== null && wanted(found) && takenFrom(delivery, reader).length === count) return;
    if (performance.now() > deadline) throw new Error("the scenario was not set up in time");
    await pause(25);
  }
};

const toBeHeard: Scenario["before"] = async (reader, delivery) => {
  await delivery.closeWindow(reader.id);
  await delivery.requestManualDigest(reader.id);
  await until(reader, delivery, 1, (stored) => stored["awaitingTap"] === true);
};

const toBeRead: Scenario["before"] = async (reader, delivery) => {
  await delivery.requestManualDigest(reader.id);
  await until(reader, delivery, 2, (stored) => stored["phase"] === "done");
};

const received = (delivery: Harness, ...items: object[]) =>
  delivery.collection("webhooks").insertOne({
    _id: randomUUID() as never,
    receivedAt: delivery.now(),
    body: webhookBody(...items),
  });

export const tapOn = (reader: Reader, delivery: Harness): object => {
  const [template] = takenFrom(delivery, reader);
  return tapItem(reader.digits, template?.button ?? "", delivery.now());
};

const tapReceived: Scenario["set"] = async (reader, delivery) => {
  await received(delivery, tapOn(reader, delivery));
};

const receiptsOf = (reader: Reader, delivery: Harness): object[] =>
  takenFrom(delivery, reader).map((call) => statusItem(call, "delivered", delivery.now()));

const receiptReceived: Scenario["set"] = async (reader, delivery) => {
  await received(delivery, ...receiptsOf(reader, delivery));
};

/** Statuses for the next messages to this phone, without the reference that names their delivery. */
const receiptTooEarly: Scenario["set"] = async (reader, delivery) => {
  await composed("uploaded", laterMs)(reader, delivery);
  const count = delivery.provider.accepted(reader.digits).length;
  const timestamp = String(Math.floor(delivery.now().getTime() / 1000));
  const statuses = [1, 2].map((further) => ({
    id: `wamid.${reader.digits}.${count + further}`,
    status: "delivered",
    timestamp,
    recipient_id: reader.digits,
  }));
  await received(delivery, { statuses });
};

const planning = { set: due, taken: textAndVoice };
/** Due after all crashes, so that nothing is being sent when the process crashes elsewhere. Milliseconds. */
const laterMs = 100_000;
const composing: Scenario = {
  set: async ({ id }, delivery) => {
    await delivery.requestManualDigest(id, false);
    const dueAt = new Date(delivery.now().getTime() + laterMs);
    await delivery
      .collection("deliveries")
      .updateOne({ userId: id, kind: "digest" }, { $set: { dueAt } });
  },
  taken: textAndVoice,
  later: true,
};
const uploading: Scenario = { set: composed("wanted", laterMs), taken: textAndVoice, later: true };
const sending = { set: toBeSent, taken: textAndVoice };
const announcing = { set: windowClosed, taken: announced };
const hearing = { before: toBeHeard, set: tapReceived, taken: announced };
const applyingStatuses = { before: toBeRead, set: receiptReceived, taken: textAndVoice };

export const crashScenarios: Record<CrashPoint, Scenario> = {
  "slot claimed": planning,
  "slot planned": planning,
  "slot advanced": planning,
  "digest requested": planning,
  "uploads requested": composing,
  "digest composed": composing,
  "upload claimed": uploading,
  "voice note fetched": uploading,
  "voice note uploaded": uploading,
  "upload stored": uploading,
  "delivery claimed": sending,
  "call requeued": { set: throttled, taken: textAndVoice },
  "news cursor advanced": sending,
  "delivery ended": sending,
  "text permitted": sending,
  "text recorded": { ...sending, taken: [], unknown: true },
  "text answered": sending,
  "voice permitted": sending,
  "voice recorded": { ...sending, taken: ["text"], unknown: true },
  "voice answered": sending,
  "template permitted": announcing,
  "template recorded": { ...announcing, taken: [], unknown: true },
  "template answered": announcing,
  "webhook stored": {
    before: toBeRead,
    provoke: (url, reader, delivery) => postWebhook(url, ...receiptsOf(reader, delivery)),
    taken: textAndVoice,
  },
  "webhooks claimed": hearing,
  "window opened": hearing,
  "digest released": hearing,
  "statuses kept": { set: receiptTooEarly, taken: textAndVoice, later: true },
  "statuses applied": applyingStatuses,
  "webhooks removed": applyingStatuses,
};
