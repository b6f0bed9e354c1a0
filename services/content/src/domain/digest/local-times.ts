/** "YYYY-MM-DD HH:MM:SS" in a zone; null for a zone that this runtime does not know: events carry any text. */
export function localTime(timeZone: string, at: Date): string | null {
  try {
    return at.toLocaleString("sv-SE", { timeZone });
  } catch {
    return null;
  }
}

const isoWeekday = (local: string): number => new Date(local.slice(0, 10)).getUTCDay() || 7;

const minuteMs = 60_000;
const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");

/** The local times "HH:MM" after `from` until `until`, a day at most, and their ISO weekdays; null for an unknown zone. */
export function localTimesBetween(
  timezone: string,
  from: Date,
  until: Date,
): { times: string[]; weekdays: number[] } | null {
  const [start, end] = [localTime(timezone, from), localTime(timezone, until)];
  if (start === null || end === null) return null;
  const [hour = 0, minute = 0] = start.slice(11).split(":").map(Number);
  const minutes = Math.round((until.getTime() - from.getTime()) / minuteMs);
  const times = Array.from({ length: minutes }, (_, index) =>
    clockOf(hour * 60 + minute + index + 1),
  );
  return { times, weekdays: [...new Set([isoWeekday(start), isoWeekday(end)])] };
}
