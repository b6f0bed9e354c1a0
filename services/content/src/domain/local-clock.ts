/** Kept, because each one holds memory that V8 does not count. As many as there are zones. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The time of an instant in a zone, "YYYY-MM-DD HH:MM:SS", as Swedish writes it.
 *
 * @throws RangeError  when this runtime does not know the zone
 */
export function localClock(timeZone: string, at: Date): string {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known.format(at);
  const formatter = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  formatters.set(timeZone, formatter);
  return formatter.format(at);
}
