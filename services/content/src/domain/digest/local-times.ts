const minuteMs = 60_000;

/** The local times "HH:MM" after `from` until `until`, and their ISO weekdays; null for a zone that this runtime does not know. */
export function localTimesBetween(
  timeZone: string,
  from: Date,
  until: Date,
): { times: string[]; weekdays: number[] } | null {
  const count = Math.round((until.getTime() - from.getTime()) / minuteMs);
  const minutes = Array.from(
    { length: count },
    (_, index) => from.getTime() + (index + 1) * minuteMs,
  );
  try {
    // "2026-11-22 07:05:00"
    const clocks = minutes.map((at) => new Date(at).toLocaleString("sv-SE", { timeZone }));
    const weekdays = clocks.map((clock) => new Date(clock.slice(0, 10)).getUTCDay() || 7);
    return { times: clocks.map((clock) => clock.slice(11, 16)), weekdays: [...new Set(weekdays)] };
  } catch {
    return null;
  }
}
