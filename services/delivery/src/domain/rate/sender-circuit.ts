/** Whether a call may be made now. */
export type Admission =
  | "go"
  /** The one call that finds out whether the provider takes messages again. */
  | "probe"
  | "wait";

/**
 * The provider can refuse a sender as a whole: a token that has expired, a bill, a ban. From its first
 * such word on nobody calls, but one at a time every so often; the first message it takes ends it.
 *
 * @param probeEveryMs  between one such call and the next
 * @param now           milliseconds of a clock that only goes forward
 */
export function senderCircuit(probeEveryMs: number, now: () => number) {
  let stopped: { probeAt: number; allowed: boolean } | undefined;
  return {
    isStopped: (): boolean => stopped !== undefined,
    /** @returns true when this is news */
    refused: (): boolean => {
      const news = stopped === undefined;
      stopped = { probeAt: now() + probeEveryMs, allowed: false };
      return news;
    },
    /** @returns true when this is news */
    accepted: (): boolean => {
      const news = stopped !== undefined;
      stopped = undefined;
      return news;
    },
    /** Time to ask how the provider is. Asking counts as a call: the next time comes later. */
    probeIsDue: (): boolean => {
      if (stopped === undefined || stopped.allowed || now() < stopped.probeAt) return false;
      stopped.probeAt = now() + probeEveryMs;
      return true;
    },
    /** The provider is well: the next who asks may call. */
    allowProbe: (): void => {
      if (stopped !== undefined) stopped.allowed = true;
    },
    admit: (): Admission => {
      if (stopped === undefined) return "go";
      if (!stopped.allowed) return "wait";
      stopped.allowed = false;
      return "probe";
    },
  };
}
export type SenderCircuit = ReturnType<typeof senderCircuit>;
