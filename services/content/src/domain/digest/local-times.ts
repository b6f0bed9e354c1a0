/** The ISO weekday and the time of an instant in a zone; null for a zone that this runtime does not know. */
function localClock(timeZone: string, at: Date): { weekday: number; time: string } | null {
  try {
    const [date = "", time = ""] = at.toLocaleString("sv-SE", { timeZone }).split(" ");
    return { weekday: new Date(date).getUTCDay() || 7, time: time.slice(0, 5) };
  } catch {
    return null;
  }
}

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
  const [start, end] = [localClock(timezone, from), localClock(timezone, until)];
  if (start === null || end === null) return null;
  const [hour = 0, minute = 0] = start.time.split(":").map(Number);
  const minutes = Math.round((until.getTime() - from.getTime()) / minuteMs);
  const times = Array.from({ length: minutes }, (_, index) =>
    clockOf(hour * 60 + minute + index + 1),
  );
  return { times, weekdays: [...new Set([start.weekday, end.weekday])] };
}
