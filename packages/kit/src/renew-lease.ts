/** Renewals in the length of one lease: two may fail before the lease is lost. */
const perLease = 3;

/** Renews a lease until the returned function is called or `signal` aborts; `failed` gets the error of a renewal. */
export function renewing(
  renew: (until: Date) => Promise<unknown>,
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
