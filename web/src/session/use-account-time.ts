import { preferencesApi } from "../api/resources/preferences-api.ts";
import { useTexts } from "../i18n/use-texts.ts";
import { dateAndTime, knownZone } from "../lib/format.ts";

/** The time zone of the account, in which its editions are due; without one, times are in the zone of the browser. */
export function useAccountZone() {
  const { data, isLoading } = preferencesApi.usePreferencesQuery();
  return { isLoading, timeZone: knownZone(data?.timezone) };
}

/** Writes instants as « 28 novembre 2026 à 9 h 41 », in the time zone of the account: editions follow that zone. */
export function useAccountTime(): (instant: string | Date) => string {
  const { language } = useTexts();
  const { timeZone } = useAccountZone();
  return (instant) => dateAndTime(new Date(instant), language, timeZone);
}
