/** Seconds of a Retry-After header (RFC 9110, 10.2.3): a number or a date. Null when it is missing or invalid. */
export function retryAfterSeconds(header: string | null | undefined, now: Date): number | null {
  const value = header?.trim() ?? "";
  if (/^\d{1,9}(?:\.\d+)?$/u.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
