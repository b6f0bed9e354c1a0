declare const brand: unique symbol;
type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** Opaque id of a person, created by identity. */
export type UserId = Brand<string, "UserId">;
/** Id of one digest, which is the id of its delivery. */
export type DigestId = Brand<string, "DigestId">;
/** Wall-clock time of day, "HH:MM", 24 hours. */
export type LocalTime = Brand<string, "LocalTime">;

export const asUserId = (value: string): UserId => value as UserId;
export const asDigestId = (value: string): DigestId => value as DigestId;

/** @throws RangeError when `value` is not "HH:MM" between 00:00 and 23:59 */
export function asLocalTime(value: string): LocalTime {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) throw new RangeError(`not a time of day: ${value}`);
  return value as LocalTime;
}
