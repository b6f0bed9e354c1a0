import type { Subscriber } from "../subscriber/subscriber.ts";

/**
 * The subscriber as after the edition that is under way: the next edition begins where its news end. What it tells is
 * recorded when it has been sent, which for a late one is after the next edition was planned. When it fails after all,
 * its news are not told.
 */
export const afterEdition = <S extends Subscriber>(
  subscriber: S,
  underWayUntil: Date | undefined,
): S => {
  const { toldUntil } = subscriber;
  return underWayUntil === undefined || (toldUntil !== undefined && toldUntil >= underWayUntil)
    ? subscriber
    : { ...subscriber, toldUntil: underWayUntil };
};
