import type { connectMongo } from "@matinale/kit/mongo";

type Connection = Awaited<ReturnType<typeof connectMongo>>;

/** What is printed of a digest, story or notice: nothing of its texts and its phone number. */
interface StoredDelivery {
  _id: string;
  kind: string;
  dueAt: Date;
  phase: string;
  reason?: string;
  /** Its correlation id finds the log lines of every service about this digest. */
  traceContext?: { correlationId: string };
  parts?: Record<string, { rank: number; failure?: { reason: string; code: number } }>;
  storyIds?: string[];
}

/** The newest deliveries of one subscriber, oldest first, from the database of delivery, by index. */
export async function digestsOf(connection: Connection, userId: string, limit: number) {
  const found = await connection
    .collection<StoredDelivery>("deliveries")
    .find({ userId } as Record<string, unknown>, { projection: { texts: 0, more: 0 } })
    .sort({ dueAt: -1 })
    .limit(limit)
    .toArray();
  return found.toReversed();
}

const states = ["waiting", "sending", "sent", "delivered", "read"];

/** One line for each digest, with the state of each message, or the provider's code if it failed. */
export const digestLines = (digests: readonly StoredDelivery[]): string[] =>
  digests.map(
    ({ _id: id, kind, dueAt, phase, reason, traceContext, parts = {}, storyIds = [] }) => {
      const state = reason === undefined ? phase : `${phase}: ${reason}`;
      const messages = Object.entries(parts).map(([name, { rank, failure }]) => [
        name,
        failure === undefined ? (states[rank] ?? "") : `${failure.reason} ${failure.code}`,
      ]);
      const details = { id, parts: Object.fromEntries(messages), stories: storyIds };
      return `${dueAt.toISOString()}  ${kind.padEnd(8)}${state.padEnd(24)}  ${traceContext?.correlationId ?? "-"}  ${JSON.stringify(details)}`;
    },
  );
