import { accepted, type Delivery, type Part, type Reason } from "./delivery.ts";

/** An edition is on time when the provider accepts its first message within this time; then it is overdue. Milliseconds. */
export const onTimeMs = 60_000;

/** Failures of the system, not of a phone that is gone or of a reader who left. */
export const ourFailures = [
  "not_composed",
  "provider_down",
  "refused",
  "unknown_outcome",
] as const satisfies Reason[];
const ours: ReadonlySet<Reason | undefined> = new Set<Reason>([...ourFailures, "missed"]);

/** Without an answer to its call, a message was accepted seconds after the start of the call, as a status shows later. */
const acceptedAt = (part: Part): Date | undefined =>
  accepted(part) ? (part.acceptedAt ?? part.startedAt) : undefined;

const firstAcceptance = ({ parts }: Delivery): number =>
  Math.min(...Object.values(parts).flatMap((part) => acceptedAt(part)?.getTime() ?? []));

const isLost = ({ phase, reason }: Delivery): boolean =>
  (phase === "failed" || phase === "missed") && ours.has(reason);

const isDecided = (delivery: Delivery): boolean =>
  Number.isFinite(firstAcceptance(delivery)) || isLost(delivery);

/**
 * How late a scheduled edition is, once this change decides it: milliseconds from its due instant until the provider has
 * accepted its first message, Infinity when it is lost.
 *
 * @returns null while it is open, when an earlier change has decided it, and for other deliveries
 */
export function latenessOf(before: Delivery | null, after: Delivery): number | null {
  if (after.kind !== "digest" || after.manual || !isDecided(after)) return null;
  if (before !== null && isDecided(before)) return null;
  return Math.max(0, firstAcceptance(after) - after.dueAt.getTime());
}
