import { setTimeout as pause } from "node:timers/promises";
import { silentLogger } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { beforeEach, expect, test, vi } from "vitest";
import { databaseForTests } from "../testing/database.ts";
import { after, due, readyDigest, subscriberOf } from "../testing/fixtures.ts";
import type { WhatsApp } from "../domain/channel/whatsapp.ts";
import { partsOf } from "../domain/delivery/delivery.ts";
import { leases } from "../domain/delivery/leases.ts";
import { nextStep } from "../domain/delivery/next-step.ts";
import { applyStatus } from "../domain/delivery/status-transitions.ts";
import { catchUpMs } from "../domain/schedule/schedule.ts";
import { DeliveryStore } from "../store/deliveries.ts";
import { PhoneStops } from "../store/phone-stops.ts";
import { SubscriberStore } from "../store/subscribers.ts";
import { UploadStore } from "../store/uploads.ts";
import { VerifiedNumberStore } from "../store/verified-numbers.ts";
import { WithdrawnStories } from "../store/withdrawn-stories.ts";
import { deliver } from "./deliver.ts";
import { leasedDelivery } from "./leased-delivery.ts";
import { type DeliverDeps, loadContext } from "./load-context.ts";
import { ProviderCalls } from "./provider-calls.ts";
import { sendMessage } from "./send-message.ts";
import { SenderCircuits } from "./sender-circuit.ts";

let connection: Connection;
databaseForTests("send-message", (connected) => (connection = connected));

const subscriber = subscriberOf();
const whatsapp = {
  isLinkedPhone: false,
  send: vi.fn<WhatsApp["send"]>(async () => ({ outcome: "accepted", messageId: "wamid.1" })),
  uploadMedia: async () => ({ outcome: "uncertain" }),
  health: async () => true,
} satisfies WhatsApp;

let deps: DeliverDeps;
beforeEach(async () => {
  const deliveries = new DeliveryStore(connection);
  const subscribers = new SubscriberStore(connection);
  await Promise.all([deliveries.model.deleteMany(), subscribers.model.deleteMany()]);
  await subscribers.model.create(subscriber);
  whatsapp.send.mockClear();
  deps = {
    deliveries,
    subscribers,
    verifiedNumbers: new VerifiedNumberStore(connection, "secret"),
    phoneStops: new PhoneStops(connection, "secret"),
    uploads: new UploadStore(connection),
    withdrawn: new WithdrawnStories(connection),
    whatsapp,
    now: () => due,
    leases,
    stopping: () => false,
    rate: {
      perSecond: 80,
      reserve: async () => ({ afterMs: 0 }),
      beforeCall: async (isWanted = async () => true) => isWanted(),
      throttled: async () => undefined,
    },
    onRescheduled: () => undefined,
    circuits: new SenderCircuits({
      probeEveryMs: 1_000,
      isHealthy: whatsapp.health,
      logger: silentLogger,
    }),
    calls: new ProviderCalls(),
    onWork: () => undefined,
    applyUnmatched: async () => undefined,
  } as never;
});

/** Sends the text of a digest for which the rate gives a permit in `afterMs`; `meanwhile` runs during the wait. */
async function sendAfter(
  afterMs: number,
  meanwhile: () => Promise<unknown> = async () => undefined,
) {
  const lease = { token: "mine", until: new Date(deps.now().getTime() + deps.leases.deliveryMs) };
  const digest = { ...readyDigest(), lease };
  await deps.deliveries.insert([{ delivery: digest, outbox: [] }]);
  const step = nextStep(digest, await loadContext(digest, deps));
  if (step.do !== "send") throw new Error(`expected a send step, got: ${step.do}`);
  const reads = vi.spyOn(deps.subscribers, "of");
  const reserve = async () => {
    await meanwhile();
    return { afterMs };
  };
  const rate = { ...deps.rate, reserve };
  await sendMessage(step, digest, leasedDelivery(digest, deps.deliveries), { ...deps, rate });
  return reads.mock.calls.length;
}

const stop = () =>
  deps.subscribers.model.updateOne(
    { _id: subscriber._id },
    { $set: { stopped: { by: "phone", at: due } } },
  );

test("makes the call after a brief wait for the rate without reading the subscriber again", async () => {
  expect(await sendAfter(700)).toBe(0);
  expect(whatsapp.send).toHaveBeenCalledOnce();
});

test("decides again after a longer wait for the rate: after a STOP it makes no call", async () => {
  expect(await sendAfter(800, stop)).toBe(1);
  expect(whatsapp.send).not.toHaveBeenCalled();
});

test("makes the call after a longer wait for the rate when nothing has changed", async () => {
  expect(await sendAfter(800)).toBe(1);
  expect(whatsapp.send).toHaveBeenCalledOnce();
});

test("keeps its lease during a wait for the rate that is longer than the lease", async () => {
  deps.leases = { ...leases, deliveryMs: 2_000 };
  const begun = performance.now();
  deps.now = () => new Date(due.getTime() + performance.now() - begun);
  const sending = sendAfter(3_000);
  await pause(2_500);
  expect(
    await deps.deliveries.claimDue({ now: deps.now(), limit: 1, leaseMs: deps.leases.deliveryMs }),
  ).toEqual([]);
  await sending;
  expect(whatsapp.send).toHaveBeenCalledOnce();
});

test("makes no call when sending has stopped during the wait, and the message can be sent later", async () => {
  let isStopped = false;
  deps.rate.beforeCall = async (isWanted) => {
    isStopped = true;
    return isWanted!();
  };
  vi.spyOn(deps.circuits, "run").mockImplementation((_form, _recipient, call) =>
    call(() => isStopped),
  );
  await sendAfter(0);
  expect(whatsapp.send).not.toHaveBeenCalled();
  expect((await deps.deliveries.find("d1"))?.parts["text0"]).toMatchObject({ rank: 0 });
});

test("makes no call to a number that is replaced during a longer wait for the call", async () => {
  const replace = { $set: { "channel.phone": "+33698765432" } };
  deps.rate.beforeCall = async (isWanted) => {
    await deps.subscribers.model.updateOne({ _id: subscriber._id }, replace);
    await pause(800);
    return isWanted!();
  };
  await sendAfter(0);
  expect(whatsapp.send).not.toHaveBeenCalled();
  expect((await deps.deliveries.find("d1"))?.parts["text0"]).toMatchObject({ rank: 0 });
});

const away = Object.assign(new Error("connection closed"), { name: "MongoNetworkError" });

/** The start of the call is stored, and the database answers neither this write nor the next query. */
function loseDatabase(after: () => void = () => undefined) {
  const apply = deps.deliveries.apply.bind(deps.deliveries);
  vi.spyOn(deps.deliveries, "apply").mockImplementationOnce(async (...write) => {
    await apply(...write);
    after();
    throw away;
  });
  return vi.spyOn(deps.deliveries, "find").mockRejectedValueOnce(away);
}

test("a message whose start was stored while the database did not answer is sent later", async () => {
  loseDatabase();
  await expect(sendAfter(0)).rejects.toThrow("connection closed");
  expect(whatsapp.send).not.toHaveBeenCalled();
  expect(await deps.deliveries.find("d1")).toMatchObject({
    workAt: due,
    parts: { text0: { rank: 0, attempt: 1 } },
  });
});

test.each([
  [
    "before its call",
    () => {
      deps.rate.beforeCall = async (isWanted) => {
        vi.spyOn(deps.subscribers, "of").mockRejectedValueOnce(away);
        await pause(800);
        return isWanted!();
      };
    },
    0,
  ],
  [
    "after its refusal",
    () =>
      whatsapp.send.mockImplementationOnce(async () => {
        vi.spyOn(deps.deliveries, "apply").mockRejectedValueOnce(away);
        return { outcome: "refused", action: "throttled", code: 130429 };
      }),
    1,
  ],
] as const)(
  "a message is sent later when the database is away %s",
  async (_when, loseConnection, calls) => {
    loseConnection();
    await expect(sendAfter(0)).rejects.toThrow("connection closed");
    expect(whatsapp.send).toHaveBeenCalledTimes(calls);
    expect(await deps.deliveries.find("d1")).toMatchObject({
      workAt: due,
      parts: { text0: { rank: 0, attempt: 1 } },
    });
  },
);

test("a process that stops does not wait for the database", async () => {
  let isStopping = false;
  deps.stopping = () => isStopping;
  const find = loseDatabase(() => (isStopping = true));
  await expect(sendAfter(0)).rejects.toThrow("connection closed");
  expect(find).toHaveBeenCalledOnce();
});

test("a message that was refused after its worker had lost the lease is sent again by the next one", async () => {
  whatsapp.send.mockImplementationOnce(async () => {
    const lease = { token: "another", until: after(60) };
    await deps.deliveries.model.updateOne({ _id: "d1" }, { $set: { lease } });
    return { outcome: "refused", action: "throttled", code: 130429 };
  });
  await sendAfter(0);
  expect(await deps.deliveries.find("d1")).toMatchObject({
    workAt: due,
    lease: { token: "another" },
    parts: { text0: { rank: 0, attempt: 1 } },
  });
});

test.each([
  { status: "delivered", outcome: "accepted" },
  { status: "failed", outcome: "uncertain" },
] as const)(
  "a call without an answer is $outcome when its message is reported as $status",
  async ({ status, outcome }) => {
    const run = vi.spyOn(deps.circuits, "run");
    whatsapp.send.mockImplementationOnce(async () => {
      const stored = await deps.deliveries.find("d1");
      if (stored === null) throw new Error("the delivery is not stored");
      const receipt = { messageId: "wamid.1", status, at: due, code: 0 };
      await deps.deliveries.apply(
        stored,
        applyStatus("text0", receipt, () => "refused", due),
      );
      return { outcome: "uncertain" };
    });
    await sendAfter(0);
    expect(await run.mock.results[0]?.value).toMatchObject({ outcome });
  },
);

test("does not send an alert whose story is withdrawn while a worker holds it, and drops its text", async () => {
  const alert = readyDigest({
    kind: "alert",
    storyIds: ["false"],
    audio: [],
    parts: partsOf(1, 0),
  });
  const lease = { token: "mine", until: after(60) };
  const [claimed] = [{ ...alert, lease }];
  await deps.subscribers.model.updateOne(
    { _id: subscriber._id },
    { $set: { "preferences.alerts": true } },
  );
  await deps.deliveries.insert([{ delivery: claimed, outbox: [] }]);
  const reserve = async () => {
    await deps.withdrawn.add("false", due);
    return { afterMs: 800 };
  };
  await deliver(claimed, { ...deps, rate: { ...deps.rate, reserve } });
  expect(whatsapp.send).not.toHaveBeenCalled();
  expect(await deps.deliveries.find(alert._id)).toMatchObject({
    phase: "failed",
    reason: "not_composed",
    texts: [],
  });
});

test("decides about a refused message again at its deadline, when the provider asks for a longer delay", async () => {
  const retryAfterMs = 86_400_000;
  whatsapp.send.mockResolvedValueOnce({
    outcome: "refused",
    action: "retry",
    code: 131016,
    retryAfterMs,
  });
  await sendAfter(0);
  const workAt = new Date(due.getTime() + catchUpMs);
  expect(await deps.deliveries.find("d1")).toMatchObject({ workAt, parts: { text0: { rank: 0 } } });
});

test("a voice note that the sender cannot send waits, and texts are still sent", async () => {
  const reason = "The feature is available only in Plus version for 'GOWS' engine.";
  const refusal = { outcome: "refused", action: "voice_notes", code: 422, reason } as const;
  whatsapp.send.mockResolvedValueOnce(refusal);
  const log = vi.spyOn(silentLogger, "error");
  const lease = { token: "mine", until: after(60) };
  const digest = { ...readyDigest({ parts: partsOf(0, 1) }), lease };
  await deps.deliveries.insert([{ delivery: digest, outbox: [] }]);
  const message = { form: "voice", mediaId: "media-1" } as const;
  const step = { do: "send", part: "voice0", message, to: "+33612345678" } as const;
  await sendMessage(step, digest, leasedDelivery(digest, deps.deliveries), deps);
  const err = expect.objectContaining({ message: expect.stringContaining(reason) });
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ err }), expect.any(String));
  const waiting = { form: "voice", attempt: 1, rank: 0 };
  expect((await deps.deliveries.find(digest._id))?.parts["voice0"]).toMatchObject(waiting);
  expect((await deps.subscribers.of(subscriber._id))?.channel).toEqual(subscriber.channel);
  expect(deps.circuits.stopped).toEqual({ messages: false, templates: false, voice_notes: true });
  await deps.deliveries.model.deleteMany();
  await sendAfter(0);
  expect(whatsapp.send).toHaveBeenCalledTimes(2);
});
