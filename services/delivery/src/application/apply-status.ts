import { counter } from "@matinale/kit";
import { audioHashOf, type Delivery, rank, readReference } from "../domain/delivery/delivery.ts";
import type { Echo, StatusReport } from "../domain/channel/inbound.ts";
import { applyStatus, type JudgeFailure } from "../domain/delivery/status-transitions.ts";
import { inSequence, isOver, receiptStatuses } from "../domain/delivery/transitions.ts";
import { verdictOn } from "../domain/delivery/refusal-policy.ts";
import { allFinished } from "./all-finished.ts";
import type { Deps } from "./deps.ts";
import { updateRecipient, updateWindow } from "./refusal-effects.ts";
import { concernsOurNumber } from "./sender-circuit.ts";
import { learnAddresses } from "./learn-addresses.ts";
import { reconcileEcho } from "./reconcile-echo.ts";
import { recordNews } from "./record-news.ts";

/** An older status says nothing about the sender: the provider may accept or refuse it by now. Milliseconds. */
const recentMs = 60_000;

const receipts = counter("delivery_receipts_total", { status: receiptStatuses });

/** Applies echoes of our own messages: each is the answer to a call whose answer was lost. Applies statuses that came before it, too. */
export async function applyEchoes(echoes: readonly Echo[], deps: Deps): Promise<void> {
  for (const echo of echoes) {
    const report = await reconcileEcho(echo, deps);
    if (report === null) continue;
    await applyToDeliveries([report], deps);
    await applyUnmatched([report.messageId], deps);
  }
}

/** Applies statuses to their parts. Stores statuses whose message id is not known yet. Repeats change nothing. */
export async function applyStatuses(reports: readonly StatusReport[], deps: Deps): Promise<void> {
  const unknown = await applyToDeliveries(reports, deps);
  await learnAddresses(
    reports.flatMap(({ recipient }) => recipient ?? []),
    deps,
  );
  if (unknown.length > 0) {
    await deps.webhookEvents.keepUnmatched(unknown, deps.now());
    // The message id may have become known while the status was being stored.
    await applyToDeliveries(unknown, deps);
  }
  for (const { status } of reports) receipts.inc({ status });
}

/** Applies statuses that arrived before the id of their message was known. */
export async function applyUnmatched(messageIds: readonly string[], deps: Deps): Promise<void> {
  const unmatched = await deps.webhookEvents.unmatched(messageIds);
  if (unmatched.length > 0) await applyToDeliveries(unmatched, deps);
}

async function applyToDeliveries(
  reports: readonly StatusReport[],
  deps: Deps,
): Promise<StatusReport[]> {
  const { deliveries } = deps;
  const read = reports.map((report) => ({
    report,
    reference: readReference(report.reference ?? ""),
  }));
  const deliveryIds = read.flatMap(({ reference }) => reference?.id ?? []);
  const messageIds = read.flatMap(({ report, reference }) =>
    reference === null ? report.messageId : [],
  );
  const found = [
    ...(await deliveries.many([...new Set(deliveryIds)])),
    ...(await deliveries.byMessageIds(messageIds)),
  ];
  const byId = new Map(found.map((delivery) => [delivery._id, delivery]));
  const byMessage = new Map(
    [...byId.values()].flatMap((each) =>
      each.messageIds.map((messageId) => [messageId, each] as const),
    ),
  );
  const matched = read.flatMap(({ report, reference }) => {
    const delivery = reference === null ? byMessage.get(report.messageId) : byId.get(reference.id);
    const part = reference?.part ?? (delivery && partOf(delivery, report.messageId));
    return delivery === undefined || part === undefined ? [] : { delivery, part, report };
  });
  const matches = new Map(matched.map((match) => [match.report, match]));
  for (const report of reports) reportOnSender(report, matches.get(report), deps);
  const byDelivery = Map.groupBy(matched, ({ delivery }) => delivery);
  await allFinished([...byDelivery].map(([delivery, ofOne]) => apply(delivery, ofOne, deps)));
  // a reference names the delivery from the start: without one it is erased, or the message had none, as a reset code
  return read.flatMap(({ report, reference }) =>
    reference === null && !matches.has(report) ? report : [],
  );
}

/** Hands on what a status says about our number: a refusal of more than its message, or that messages arrive. */
function reportOnSender(
  { action, code, status, at }: StatusReport,
  match: { delivery: Delivery; part: string } | undefined,
  { circuits, now }: Deps,
): void {
  if (at.getTime() < now().getTime() - recentMs) return;
  const part = match?.delivery.parts[match.part];
  const waitsForStatus = part?.rank === rank.sending && part.failure === undefined;
  if (waitsForStatus && status !== "failed") circuits.answered();
  // "read" and "played" imply "delivered", which the provider may leave out
  if (status !== "sent" && status !== "failed") circuits.delivered();
  else if (concernsOurNumber(action)) {
    circuits.refused(action, code, match?.delivery.userId ?? null);
  }
}

const partOf = (delivery: Delivery, messageId: string): string | undefined =>
  Object.entries(delivery.parts).find(([, part]) => part.messageId === messageId)?.[0];

async function apply(
  delivery: Delivery,
  reports: readonly { part: string; report: StatusReport }[],
  deps: Deps,
): Promise<void> {
  const { userId } = delivery;
  const now = deps.now();
  const refusals = reports.flatMap(({ report: { action, at } }) =>
    action === undefined ? [] : { action, at },
  );
  for (const { action, at } of refusals) await updateWindow(action, userId, at, deps);
  for (const { part, report } of reports) {
    await forgetUnreadableUpload(delivery, part, report, deps);
  }
  const after = await deps.deliveries.apply(
    delivery,
    inSequence(...reports.map(({ part, report }) => applyStatus(part, report, judge, now))),
  );
  if (refusals.length > 0 && after !== null && isOver(after.phase)) await recordNews(after, deps);
  for (const { action, at } of refusals) await updateRecipient(action, delivery, at, deps);
  if (after?.workAt !== undefined && after.workAt <= now) deps.onWork();
}

/** Lets a voice note be uploaded again that the provider accepted and could not read, for all subscribers. */
async function forgetUnreadableUpload(
  delivery: Delivery,
  part: string,
  report: StatusReport,
  { uploads, now, onWork }: Deps,
): Promise<void> {
  const { messageId, startedAt } = delivery.parts[part] ?? {};
  const sha256 = audioHashOf(delivery, part);
  if (report.action !== "media" || messageId !== report.messageId || !startedAt || !sha256) return;
  await uploads.forget(sha256, { calledAt: startedAt }, now());
  onWork();
}

const judge: JudgeFailure = (action, { form, attempt }) =>
  verdictOn({ action, form, attempt }, "by_status", Math.random());
