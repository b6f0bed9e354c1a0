/** A message without a request that gets a reply. */
export interface SmallTalk {
  id: string;
  at: Date;
  /** Replies up to this one, each within a minute of the one before. */
  inARow: number;
}

const everyMs = 10_000;
/** A phone may answer each of our replies automatically: without a pause between them, this many are sent. */
const mostInARow = 10;
const pauseMs = 60_000;

/**
 * Decides on a reply to a message that is no command, or only polite: at most one in 10 s for each person.
 *
 * @param last  the last such message that got a reply
 * @returns the message to store with its reply, or null when it gets none
 */
export function smallTalkAfter(
  last: SmallTalk | undefined,
  { id, at }: { id: string; at: Date },
): SmallTalk | null {
  const sinceMs = last === undefined ? Infinity : at.getTime() - last.at.getTime();
  if (sinceMs < everyMs) return null;
  const inARow = sinceMs < pauseMs ? (last?.inARow ?? 0) + 1 : 1;
  return inARow > mostInARow ? null : { id, at, inARow };
}
