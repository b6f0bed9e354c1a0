/** Lease durations in milliseconds, far longer than the work: only a crashed or frozen process loses its lease. */
export const leases = {
  slotMs: 15_000,
  alertMs: 30_000,
  noticeMs: 30_000,
  uploadMs: 60_000,
  deliveryMs: 20_000,
  webhookMs: 30_000,
} as const;

export type Leases = { readonly [K in keyof typeof leases]: number };
