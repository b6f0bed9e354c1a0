/** Milliseconds of a Retry-After header (RFC 9110, 10.2.3): seconds or a date. Null when it is missing or invalid. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | null {
  const value = header?.trim() ?? "";
  if (/^\d{1,9}(?:\.\d+)?$/u.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
