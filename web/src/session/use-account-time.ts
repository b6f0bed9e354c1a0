import { preferencesApi } from "../api/resources/preferences-api.ts";
import { useTexts } from "../i18n/use-texts.ts";
import { dateAndTime, knownZone, longDate } from "../lib/format.ts";

/** The time zone of the account, in which its editions are due; without one, times are in the zone of the browser. */
export function useAccountZone() {
  const { data, isLoading } = preferencesApi.usePreferencesQuery();
  return { isLoading, timeZone: knownZone(data?.timezone) };
}

/** Writes instants in the time zone of the account, which editions, payments and the trial follow. */
export function useAccountTime() {
  const { language } = useTexts();
  const { timeZone } = useAccountZone();
  return {
    /** « 28 novembre 2026 » */
    dateOf: (instant: string | Date) => longDate(new Date(instant), language, timeZone),
    /** « 28 novembre 2026 à 9 h 41 » */
    timeOf: (instant: string | Date) => dateAndTime(new Date(instant), language, timeZone),
  };
}
