/**
 * How long work is in one process's hands before another may take it. Milliseconds; far longer than the
 * work takes, so that only the dead and the frozen lose it.
 */
export const leases = {
  slotMs: 15_000,
  noticeMs: 30_000,
  uploadMs: 60_000,
  deliveryMs: 20_000,
  webhookMs: 30_000,
} as const;

export type Leases = { readonly [K in keyof typeof leases]: number };
