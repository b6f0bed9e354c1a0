/** Order in which workers claim due deliveries: a lower number first, and of one number the longest due. */
export const priority = {
  /** A person waits: replies, opt-in messages, what a tap releases, manual digests, stories in full. */
  awaited: 0,
  /** Scheduled editions. */
  edition: 1,
  /** Alerts, and notices about the plan. */
  other: 2,
} as const;
export type Priority = (typeof priority)[keyof typeof priority];

const { awaited, edition, other } = priority;

export const allPriorities: readonly Priority[] = [awaited, edition, other];

/**
 * Half of the claims prefer a higher number, so that no kind waits until all of another are sent: while editions and
 * alerts are due, alerts get a quarter of the claims.
 */
const turns = [allPriorities, [edition, other], allPriorities, [other]];

/** The priorities that a claim takes first, in order; then it takes all others. @param claim  its number, from 0 */
export const preferredPriorities = (claim: number): readonly Priority[] =>
  turns[claim % turns.length] ?? allPriorities;
