import { asLocalTime, type Frequency, type LocalTime } from "@matinale/contracts";

/** The last edition of an hourly digest, in minutes of the day: no message wakes a reader at night. */
const lastEditionAt = 22 * 60;
const minutesPerDay = 24 * 60;
/** A second daily edition comes ten hours after the first: 08:00 and 18:00. Minutes. */
const secondEditionAfter = 10 * 60;

export interface Rhythm {
  time: LocalTime;
  frequency: Frequency;
  /** Limit of the plan. Less than 1 counts as 1, so that the chosen hour is always shown. */
  editionsPerDay: number;
}

/**
 * Local times of one day's editions, the chosen hour first.
 *
 * - `daily`, `weekly`: the chosen hour.
 * - `twice_daily`: the chosen hour and ten hours later. From 14:00 on, ten hours later is after midnight, so
 *   the second edition is early in the same day ("20:00" and "06:00").
 * - `hourly`: every hour from the chosen one until 22:00. A chosen hour after 22:00 is the only one.
 *
 * A plan with fewer editions keeps the first and the last and spreads the rest evenly between them; a
 * plan with one edition keeps the chosen hour.
 */
export function deliveryHours({ time, frequency, editionsPerDay }: Rhythm): LocalTime[] {
  return thin(minutesOfDay(frequency, minutesOf(time)), Math.max(1, editionsPerDay)).map(timeOf);
}

function minutesOfDay(frequency: Frequency, first: number): number[] {
  switch (frequency) {
    case "daily":
    case "weekly":
      return [first];
    case "twice_daily":
      return [first, (first + secondEditionAfter) % minutesPerDay];
    case "hourly": {
      const later = Math.max(0, Math.floor((lastEditionAt - first) / 60));
      return Array.from({ length: later + 1 }, (_, hours) => first + hours * 60);
    }
  }
}

function thin(times: readonly number[], wanted: number): number[] {
  if (wanted >= times.length) return [...times];
  if (wanted === 1) return times.slice(0, 1);
  const step = (times.length - 1) / (wanted - 1);
  return Array.from({ length: wanted }, (_, index) => times[Math.round(index * step)] ?? 0);
}

function minutesOf(time: LocalTime): number {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

function timeOf(minutes: number): LocalTime {
  const part = (value: number) => String(value).padStart(2, "0");
  return asLocalTime(`${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`);
}
