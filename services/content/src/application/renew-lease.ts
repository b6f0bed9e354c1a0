/** Renewals in the time of one lease: two may fail before it is lost. */
const perLease = 3;

/**
 * Renews a lease until it is stopped.
 *
 * @param options.failed  called for each renewal that throws
 * @param options.signal  stops the renewals too
 * @returns stops the renewals
 */
export function renewing(
  renew: (until: Date) => Promise<void>,
  {
    leaseMs,
    failed,
    signal,
  }: { leaseMs: number; failed: (error: unknown) => void; signal?: AbortSignal },
): () => void {
  const timer = setInterval(() => {
    if (signal?.aborted === true) return clearInterval(timer);
    renew(new Date(Date.now() + leaseMs)).catch(failed);
  }, leaseMs / perLease);
  return () => clearInterval(timer);
}
