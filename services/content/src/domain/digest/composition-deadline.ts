/** Milliseconds after which an incomplete digest is composed again. */
export const retryMs = 5_000;

const minute = 60_000;

/**
 * How long digests wait for their scripts and clips: until `late` after the due instant, within `min` and `max`. An incomplete
 * digest is composed again when it is due in more than `lastChance`. Delivery does not wait for a digest any more when it is late
 * by `missed`. Milliseconds.
 */
const waits = {
  /**
   * The rest of the promised minute is for sending the digest. The longest wait is short: an incomplete digest that is not due
   * yet is composed again, and orders that wait for their turn must not stand behind it. The last attempt still has its whole
   * wait. A digest that is late already takes the clips that exist, and its fixed sentences.
   *
   * Delivery sends it until two hours after its due instant. A subscriber who changes the hour can move that instant by up to
   * a quarter of an hour without a new request.
   */
  scheduled: {
    late: 20_000,
    min: 5_000,
    max: 30_000,
    lastChance: retryMs + 30_000 - 20_000,
    missed: (120 + 15) * minute,
  },
  /**
   * Due when it is requested. It waits almost as long as its reader waits for the answer: 25 s in delivery, of which upload and
   * sending take 4 s. After this time an equal digest would not have more audio. Delivery waits ten minutes for it.
   */
  manual: { late: 21_000, min: 5_000, max: 21_000, lastChance: -21_000, missed: 10 * minute },
};

/** A reader waits for a manual digest; a scheduled one is due later. */
export type Kind = keyof typeof waits;

/** Milliseconds that a digest waits for its scripts and clips. */
export function deadlineMs(kind: Kind, due: Date, now: Date): number {
  const { late, min, max } = waits[kind];
  return Math.max(min, Math.min(max, due.getTime() + late - now.getTime()));
}

/** Whether an incomplete digest is composed again instead of sent as it is. */
export const canWait = (kind: Kind, due: Date, now: Date): boolean =>
  due.getTime() - now.getTime() > waits[kind].lastChance;

/** Digests that were due at this instant or earlier are missed at `now`: delivery does not wait for them any more. */
export const missedUntil = (kind: Kind, now: Date): Date =>
  new Date(now.getTime() - waits[kind].missed);
