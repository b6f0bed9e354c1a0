/** How a call ended, said once. Saying it again changes nothing. */
export interface Attempt {
  /** The service answered, whatever it said. */
  answered(): void;
  /** No answer in the time that it always suffices for, or no connection. */
  failed(): void;
  /** The call ended for another reason: nothing is known. */
  unknown(): void;
}

/**
 * Remembers that a service does not answer, so that people are told at once instead of each waiting
 * for it: after some failures in a row calls are refused for a while, then one call at a time tries.
 */
export interface Circuit {
  /** Null while calls are refused. */
  enter(): Attempt | null;
  /** Until the next call is let through, in milliseconds; 0 when it is let through now. */
  waitMs(): number;
  readonly isOpen: boolean;
}

/** One failure may be a connection that broke, three in a row are the service. */
const failuresToOpen = 3;
/** Short, so that a service that is back serves again soon; a trial costs one person a wait. */
const coolDownMs = 1_000;
/** A trial that has not ended by then makes room for another one. */
const trialMs = 5_000;

/** @param now milliseconds of any clock that never goes back */
export function createCircuit(now: () => number): Circuit {
  let failures = 0;
  let refusedUntil = 0;
  const isOpen = () => failures >= failuresToOpen;

  const attempt = (): Attempt => {
    let told = false;
    const once = (change: () => void) => () => {
      if (told) return;
      told = true;
      change();
    };
    return {
      answered: once(() => {
        failures = 0;
      }),
      failed: once(() => {
        failures += 1;
        refusedUntil = now() + coolDownMs;
      }),
      unknown: once(() => {
        // the next one may try at once
        if (isOpen()) refusedUntil = Math.min(refusedUntil, now() + coolDownMs);
      }),
    };
  };
  return {
    enter: () => {
      if (!isOpen()) return attempt();
      if (now() < refusedUntil) return null;
      refusedUntil = now() + trialMs;
      return attempt();
    },
    waitMs: () => (isOpen() ? Math.max(0, refusedUntil - now()) : 0),
    get isOpen() {
      return isOpen();
    },
  };
}
