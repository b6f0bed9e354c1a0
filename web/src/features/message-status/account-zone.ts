import { usePreferencesQuery } from "../../api/resources/preferences-api.ts";
import { knownZone } from "../../lib/format.ts";

export interface AccountZone {
  isLoading: boolean;
  /** Undefined when it could not be loaded: times are in the zone of the browser. */
  timeZone: string | undefined;
  /** Whether the browser has another zone. */
  isForeign: boolean;
}

/** The time zone of the account, in which its editions are due. */
export function useAccountZone(): AccountZone {
  const { data, isLoading } = usePreferencesQuery();
  const timeZone = knownZone(data?.timezone);
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { isLoading, timeZone, isForeign: timeZone !== undefined && timeZone !== browserZone };
}
