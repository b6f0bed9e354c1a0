import type { Subscriber } from "../subscriber/subscriber.ts";

/**
 * The subscriber as after the digest in progress, so that the next news window begins where that of the
 * digest in progress ends. The cursor itself advances only when a digest was sent, which for a late one is
 * after the next one is planned. If the digest in progress fails, its news are in no digest.
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
