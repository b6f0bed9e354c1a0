import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds between two checks of what another process makes. */
const pollMs = 150;

/**
 * A value that one process makes for all: made here under a lease, or read after another process made it.
 *
 * @param steps.claim  a lease, or null while another process has it or the value exists
 * @param signal       ends the wait; `make` has to heed it itself
 * @throws the reason of the signal
 */
export async function claimOrWait<Lease, Value>(
  steps: {
    claim: () => Promise<Lease | null>;
    make: (lease: Lease) => Promise<Value>;
    read: () => Promise<Value | undefined>;
  },
  signal: AbortSignal,
): Promise<Value> {
  for (;;) {
    signal.throwIfAborted();
    const lease = await steps.claim();
    if (lease !== null) return steps.make(lease);
    const made = await steps.read();
    if (made !== undefined) return made;
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
  }
}
