import {
  following,
  gauge,
  inSpan,
  type Leased,
  type Logger,
  ticker,
  type Worker,
} from "@matinale/kit";
import type { Stored } from "../store/deliveries.ts";
import { backlogCapacity } from "../domain/rate/backlog-capacity.ts";
import { senderCircuit } from "../domain/rate/sender-circuit.ts";
import { slidingSecond } from "../domain/rate/sliding-second.ts";
import { deliver } from "../application/deliver.ts";
import type { DeliverDeps } from "../application/load-context.ts";

/** Deliveries at work in this process at a time; fewer where they would only stand in line. */
const mostAtWork = 2_000;
const leastAtWork = 8;
/** Taken together: the first of them need not wait for all. */
const mostAtOnce = 500;
/** A shorter line would end while more are taken, a longer one be looked through again before it leaves. */
const secondsAhead = 1.25;
/** More are taken when so many of those have left, so that the line never ends. */
const refillShare = 1 / 4;
/** A round without a reason; what is due before the next has an alarm. */
const lookEveryMs = 4_000;

/**
 * Sends what is due, at its instant: the next one is known by index, and the worker sleeps until then.
 * Deliveries are taken in batches under a lease and go their way side by side.
 */
export function sendDeliveries(
  deps: Omit<
    DeliverDeps,
    "onRescheduled" | "leave" | "circuit" | "onSenderRefused" | "stopping"
  > & {
    messagesPerSecond: number;
    /** Somebody has stopped sending by hand. */
    isStopped: () => Promise<boolean>;
    logger: Logger;
  },
): Worker & { nudge(): void; senderRefused(code: number): void } {
  const { deliveries, whatsapp, logger, now } = deps;
  const leave = slidingSecond(deps.messagesPerSecond, {
    now: () => performance.now(),
    after: (ms, run) => void setTimeout(run, ms).unref(),
  });
  const capacity = Math.min(
    mostAtWork,
    Math.max(leastAtWork, Math.ceil(deps.messagesPerSecond * secondsAhead)),
  );
  const capacityLeft = backlogCapacity(capacity, refillShare);
  const atWork = new Set<Promise<void>>();
  let stopping = false;
  /** The last round took as much as it could. */
  let mayHaveMore = false;
  let alarm: { at: number; timer: NodeJS.Timeout } | undefined;
  const circuit = senderCircuit(deps.probeEveryMs, () => performance.now());

  const onSenderRefused = (code: number): void => {
    if (circuit.refused()) logger.error({ code }, "the provider refuses this sender");
  };

  gauge("delivery_sender_stopped", {
    collect() {
      this.set(circuit.isStopped() ? 1 : 0);
    },
  });

  /** A round at this instant, unless there is one before or no sooner than usual. */
  const wakeAt = (instant: Date): void => {
    const at = now().getTime();
    const wanted = Math.max(instant.getTime(), at);
    if (stopping || wanted - at > lookEveryMs || (alarm !== undefined && alarm.at <= wanted))
      return;
    clearTimeout(alarm?.timer);
    const ring = () => {
      alarm = undefined;
      loop.nudge();
    };
    alarm = { at: wanted, timer: setTimeout(ring, wanted - at) };
  };

  const launch = (delivery: Leased<Stored>): void => {
    const wanted = {
      ...deps,
      stopping: () => stopping,
      onRescheduled: wakeAt,
      leave,
      circuit,
      onSenderRefused,
    };
    const work = following(delivery.cause, () =>
      inSpan(`deliver ${delivery.kind}`, "internal", () => deliver(delivery, wanted)),
    )
      .catch((error: unknown) => logger.error({ err: error, deliveryId: delivery._id }, "delivery"))
      .finally(() => {
        const before = freeSlots();
        atWork.delete(work);
        if (before === 0 && freeSlots() > 0) loop.nudge();
      });
    atWork.add(work);
  };

  /** How many deliveries may be taken now. */
  const freeSlots = (): number => capacityLeft(atWork.size);

  const loop = ticker({
    name: "send-deliveries",
    everyMs: lookEveryMs,
    logger,
    run: async () => {
      if (circuit.probeIsDue() && (await whatsapp.health())) circuit.allowProbe();
      const limit = Math.min(freeSlots(), mostAtOnce);
      if (limit === 0) return;
      // many due are all looked through to find the first: not while there is more than can be taken
      if (!mayHaveMore) {
        const next = await deliveries.nextWorkAt(now(), lookEveryMs);
        if (next === null) return;
        if (next > now()) return wakeAt(next);
      }
      if (await deps.isStopped()) return;
      const claimed = await deliveries.claimDue(now(), limit, deps.leaseMs);
      mayHaveMore = claimed.length === limit;
      if (claimed.length > 0) deps.failpoint?.("delivery taken");
      for (const delivery of claimed) launch(delivery);
      return "again";
    },
  });

  return {
    start: () => loop.start(),
    stop: async () => {
      stopping = true;
      clearTimeout(alarm?.timer);
      await loop.stop();
      await Promise.all(atWork);
    },
    nudge: () => loop.nudge(),
    /** Said by a status, long after the message was taken. */
    senderRefused: onSenderRefused,
  };
}
