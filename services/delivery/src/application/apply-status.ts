import type { UserId } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import type { Reached } from "../domain/failpoints.ts";
import { readReference, soundOf } from "../domain/delivery/delivery.ts";
import type { Echo, StatusReport } from "../domain/channel/inbound.ts";
import { type FailureReading, oneAfterAnother, received } from "../domain/delivery/transitions.ts";
import { verdictOn } from "../domain/delivery/refusal-policy.ts";
import type { DeliveryStore, Stored } from "../store/deliveries.ts";
import type { Inbox } from "../store/webhook-events.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import type { UploadStore } from "../store/uploads.ts";
import { heedRecipient, heedWindow } from "./refusal-effects.ts";
import { settleEchoes } from "./reconcile-echoes.ts";

/** A refusal of the sender that is told later, or again, says nothing of now. */
const senderNewsMs = 60_000;

const receipts = counter("delivery_receipts_total");

export interface ReceiptDeps {
  deliveries: DeliveryStore;
  subscribers: SubscriberStore;
  uploads: Pick<UploadStore, "forget">;
  inbox: Inbox;
  now: () => Date;
  reached?: Reached;
  /** The provider cannot reach this person's number. */
  onUnreachable: (userId: UserId) => Promise<void>;
  /** This person has turned off our messages at the provider. */
  onOptedOut: (userId: UserId, at: Date) => Promise<void>;
  /** Something may go on at once. */
  onWork: () => void;
  /** The provider refuses this sender as a whole. */
  onSenderRefused: (code: number) => void;
}

/** Our own words, told back: they settle calls whose answer was lost, and statuses that were faster. */
export async function explain(echoes: readonly Echo[], deps: ReceiptDeps): Promise<void> {
  const reports = await settleEchoes(echoes, deps.deliveries, deps.now());
  if (reports.length === 0) return;
  await join(reports, deps);
  await joinEarly(
    reports.map(({ messageId }) => messageId),
    deps,
  );
}

/** Brings statuses to the parts they belong to; keeps those whose message is not known yet. */
export async function settle(reports: readonly StatusReport[], deps: ReceiptDeps): Promise<void> {
  const since = deps.now().getTime() - senderNewsMs;
  for (const { action, code, at } of reports) {
    if (action === "sender" && at.getTime() >= since) deps.onSenderRefused(code);
  }
  const unknown = await join(reports, deps);
  if (unknown.length > 0) {
    await deps.inbox.keep(unknown, deps.now());
    deps.reached?.("receipts kept");
    // The message may have become known while its status was being kept.
    await join(unknown, deps);
  }
  for (const { status } of reports) receipts.inc({ status });
}

/** For a message whose id has just become known: its statuses may have been faster. */
export async function joinEarly(messageIds: readonly string[], deps: ReceiptDeps): Promise<void> {
  const early = await deps.inbox.early(messageIds);
  if (early.length > 0) await join(early, deps);
}

async function join(reports: readonly StatusReport[], deps: ReceiptDeps): Promise<StatusReport[]> {
  const { deliveries } = deps;
  const named = reports.flatMap(({ reference }) => readReference(reference ?? "")?.id ?? []);
  const nameless = reports.filter(({ reference }) => readReference(reference ?? "") === null);
  const found = [
    ...(named.length > 0 ? await deliveries.many([...new Set(named)]) : []),
    ...(await deliveries.byMessageIds(nameless.map(({ messageId }) => messageId))),
  ];
  const byId = new Map(found.map((delivery) => [delivery._id, delivery]));
  const byMessage = new Map(
    found.flatMap((each) => each.messageIds.map((messageId) => [messageId, each] as const)),
  );
  const mine = new Map<
    string,
    { delivery: Stored; reports: { part: string; report: StatusReport }[] }
  >();
  const unknown: StatusReport[] = [];
  for (const report of reports) {
    const named = readReference(report.reference ?? "");
    const delivery = named === null ? byMessage.get(report.messageId) : byId.get(named.id);
    const part = named?.part ?? (delivery && partOf(delivery, report.messageId));
    if (delivery === undefined || part === undefined) {
      unknown.push(report);
      continue;
    }
    const entry = mine.get(delivery._id) ?? { delivery, reports: [] };
    entry.reports.push({ part, report });
    mine.set(delivery._id, entry);
  }
  const applied = await Promise.allSettled(
    [...mine.values()].map((each) => apply(each.delivery, each.reports, deps)),
  );
  // after all of them: the caller may try again at once
  for (const each of applied) if (each.status === "rejected") throw each.reason;
  return unknown;
}

const partOf = (delivery: Stored, messageId: string): string | undefined =>
  Object.entries(delivery.parts).find(([, part]) => part.messageId === messageId)?.[0];

async function apply(
  delivery: Stored,
  reports: { part: string; report: StatusReport }[],
  deps: ReceiptDeps,
): Promise<void> {
  const now = deps.now();
  const { userId } = delivery;
  const refusals = reports.flatMap(({ report: { action, at } }) =>
    action === undefined ? [] : { action, at },
  );
  for (const { action, at } of refusals) await heedWindow(action, userId, at, deps.subscribers);
  await forgetSounds(delivery, reports, deps);
  const after = await deps.deliveries.apply(
    delivery,
    oneAfterAnother(...reports.map(({ part, report }) => received(part, report, reading, now))),
  );
  for (const { action, at } of refusals) await heedRecipient(action, userId, at, deps);
  if (after?.workAt !== undefined && after.workAt <= now) deps.onWork();
}

/** Sounds that the provider took and could not read are taken there anew, for everybody. */
async function forgetSounds(
  delivery: Stored,
  reports: readonly { part: string; report: StatusReport }[],
  { uploads, now, onWork }: ReceiptDeps,
): Promise<void> {
  for (const { part, report } of reports) {
    const { messageId, startedAt } = delivery.parts[part] ?? {};
    const sha256 = soundOf(delivery, part);
    if (report.action !== "media" || messageId !== report.messageId || !startedAt || !sha256)
      continue;
    await uploads.forget(sha256, { calledAt: startedAt }, now());
    onWork();
  }
}

const reading: FailureReading = (action, { form, attempt }) =>
  verdictOn({ action, form, attempt }, "by_status", Math.random());
