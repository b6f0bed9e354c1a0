import type { connectMongo } from "@matinale/kit";

type Connection = Awaited<ReturnType<typeof connectMongo>>;

/** One digest, story or notice of a subscriber, without its texts and its phone number. */
export interface DigestEntry {
  id: string;
  kind: string;
  dueAt: Date;
  phase: string;
  reason?: string;
  /** Finds the log lines of every service about this digest. */
  correlationId?: string;
  /** State of each message, with the provider's code if it failed. */
  parts: Record<string, string>;
  storyIds: string[];
}

interface StoredDelivery {
  _id: string;
  kind: string;
  dueAt: Date;
  phase: string;
  reason?: string;
  cause?: { correlationId: string };
  parts?: Record<string, { rank: number; failure?: { reason: string; code: number } }>;
  storyIds?: string[];
}

const states = ["waiting", "sending", "sent", "delivered", "read"];

/**
 * The newest deliveries of one subscriber, oldest first, from the database of delivery. The index on subscriber and
 * due instant serves the query.
 */
export async function digestsOf(
  connection: Connection,
  userId: string,
  limit: number,
): Promise<DigestEntry[]> {
  const found = await connection
    .collection<StoredDelivery>("deliveries")
    .find({ userId } as Record<string, unknown>)
    .project<StoredDelivery>({
      kind: 1,
      dueAt: 1,
      phase: 1,
      reason: 1,
      "cause.correlationId": 1,
      parts: 1,
      storyIds: 1,
    })
    .sort({ dueAt: -1 })
    .limit(limit)
    .toArray();
  return found.toReversed().map(({ _id, kind, dueAt, phase, reason, cause, parts, storyIds }) => ({
    id: _id,
    kind,
    dueAt,
    phase,
    ...(reason === undefined ? {} : { reason }),
    ...(cause === undefined ? {} : { correlationId: cause.correlationId }),
    parts: Object.fromEntries(
      Object.entries(parts ?? {}).map(([name, { rank, failure }]) => [
        name,
        failure === undefined ? (states[rank] ?? "") : `${failure.reason} ${failure.code}`,
      ]),
    ),
    storyIds: storyIds ?? [],
  }));
}

/** One line for each digest. */
export const digestLines = (digests: readonly DigestEntry[]): string[] =>
  digests.map(({ id, kind, dueAt, phase, reason, correlationId, parts, storyIds }) => {
    const state = reason === undefined ? phase : `${phase}: ${reason}`;
    const details = JSON.stringify({ id, parts, stories: storyIds });
    return `${dueAt.toISOString()}  ${kind.padEnd(8)}${state.padEnd(24)}  ${correlationId ?? "-"}  ${details}`;
  });
