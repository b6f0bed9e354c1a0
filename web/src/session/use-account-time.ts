import { preferencesApi } from "../api/resources/preferences-api.ts";
import { useTexts } from "../i18n/use-texts.ts";
import { dateAndTime, knownZone } from "../lib/format.ts";

/** Writes instants as « 28 novembre 2026 à 09:41 », in the time zone of the account: editions follow that zone. */
export function useAccountTime(): (instant: string | Date) => string {
  const { language } = useTexts();
  const { data } = preferencesApi.usePreferencesQuery();
  const zone = knownZone(data?.timezone);
  return (instant) => dateAndTime(new Date(instant), language, zone);
}
