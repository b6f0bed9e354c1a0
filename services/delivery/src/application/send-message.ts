import { setTimeout as pause } from "node:timers/promises";
import { counter, histogram } from "@matinale/kit";
import { accepted, type Delivery, reference } from "../domain/delivery/delivery.ts";
import { nextStep, type SendStep, type Step } from "../domain/delivery/next-step.ts";
import { digitsOf } from "../domain/subscriber/phone.ts";
import { markSendStarted, cancelBeforeSend, requeue } from "../domain/delivery/transitions.ts";
import type { Answer } from "../domain/channel/whatsapp.ts";
import type { Stored } from "../store/deliveries.ts";
import type { LeasedDelivery } from "./leased-delivery.ts";
import { rescheduleAt, extendLease } from "./lease-transitions.ts";
import { type DeliverDeps, loadContext } from "./load-context.ts";
import { handleRefusal } from "./handle-refusal.ts";

const lateness = histogram("delivery_lateness_seconds");
const messages = counter("delivery_messages_total");
// a series that begins at 1 has not grown, and the first refusal is the one to hear of
for (const form of ["text", "voice", "template"])
  for (const outcome of ["accepted", "message", "template"]) messages.inc({ form, outcome }, 0);

/** What is known about a person is asked again when a permit has taken longer than this. */
const staleMs = 750;
/** The record of a call is written this long before its turn, so that the call leaves in time. */
const recordMs = 300;
/** An acceptance does not stay unwritten for a turn that is farther away than this. */
const unwrittenMs = 3_000;
/** Between the record of a call and the call itself nothing may take this part of the lease. */
const frozenShare = 1 / 4;
/** Who waits for a stopped sender looks again after so many probes. */
const probesToWait = 4;

/** One call: its place in the rate, the record that it begins, and what the provider says to it. */
export async function sendMessage(
  wanted: SendStep,
  delivery: Stored,
  leased: LeasedDelivery,
  deps: DeliverDeps,
): Promise<void> {
  const { now, whatsapp, circuit } = deps;
  const after = (ms: number) => new Date(now().getTime() + ms);
  const later = async (workAt: Date) => {
    await leased.write(rescheduleAt(workAt));
    deps.onRescheduled(workAt);
  };
  let step: Step = wanted;
  const admission = circuit.admit();
  if (admission === "wait") return later(after(probesToWait * deps.probeEveryMs));
  const inMs = Math.max(0, delivery.dueAt.getTime() - now().getTime());
  const permit = await deps.rate.reserve(delivery.userId, inMs);
  if ("tooMuchForMs" in permit) return later(after(permit.tooMuchForMs));
  const turn = performance.now() + permit.afterMs;
  if (permit.afterMs > unwrittenMs) await leased.flush();
  if (permit.afterMs > recordMs) await pause(permit.afterMs - recordMs);
  if (permit.afterMs > staleMs) step = nextStep(delivery, await loadContext(delivery, deps));
  if (step.do !== "send") return;
  if (deps.stopping()) return later(now());
  if (admission === "go" && circuit.isStopped())
    return later(after(probesToWait * deps.probeEveryMs));
  const { part, message, to } = step;
  const { form } = message;
  deps.failpoint?.(`${form} permitted`);
  const startedAt = now();
  const clock = performance.now();
  const recorded = await leased.write(
    extendLease(markSendStarted(part, form, to, startedAt), after(deps.leaseMs)),
  );
  if (recorded?.parts[part]?.startedAt?.getTime() !== startedAt.getTime()) return;
  deps.failpoint?.(`${form} recorded`);
  const early = turn - performance.now();
  if (early > 0) await pause(Math.ceil(early));
  const departure = await deps.leave();
  if (performance.now() - clock > deps.leaseMs * frozenShare) {
    departure.answered(false);
    // In other hands by now, and true all the same: nobody else makes this call.
    if ((await leased.write(requeue(part))) === null) {
      await deps.deliveries.apply(recorded, cancelBeforeSend(part, startedAt, now()));
    }
    return;
  }

  let answer: Answer | undefined;
  try {
    answer = await whatsapp.send(digitsOf(to), message, reference(delivery._id, part));
  } finally {
    departure.answered(answer?.outcome === "accepted");
  }
  messages.inc({ form, outcome: outcomeOf(answer) });
  deps.failpoint?.(`${form} answered`);
  if (answer.outcome === "refused") return handleRefusal(answer, recorded, step, leased, deps);
  // Without an answer a status may still tell; a second call never may.
  if (answer.outcome === "uncertain") return;
  if (circuit.accepted()) deps.logger.info("the provider takes messages again");
  const { messageId, waId } = answer;
  const at = now();
  measure(recorded, at);
  leased.recordAcceptance({ part, messageId, at });
  if (waId !== undefined && waId !== digitsOf(to)) {
    await deps.subscribers.rememberWaId(delivery.userId, to, waId);
  }
}

const outcomeOf = (answer: Answer): string =>
  answer.outcome === "refused" ? answer.action : answer.outcome;

function measure(delivery: Delivery, at: Date): void {
  const first = !Object.values(delivery.parts).some(accepted);
  if (!first || delivery.manual || delivery.kind !== "digest") return;
  lateness.observe(Math.max(0, at.getTime() - delivery.dueAt.getTime()) / 1000);
}
