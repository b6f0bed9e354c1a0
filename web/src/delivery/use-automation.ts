import { useState } from "react";
import { automationApi } from "../api/resources/automation-api.ts";
import { connectionPollMs } from "../config/constants.ts";

/** Whether editions are sent. Loaded again every few seconds while the phone has to send START, outside of the page. */
export function useAutomation() {
  const [waits, setWaits] = useState(false);
  const query = automationApi.useAutomationQuery(undefined, {
    pollingInterval: waits ? connectionPollMs : 0,
  });
  const waitsNow = query.data?.waitsFor === "start";
  if (waitsNow !== waits) setWaits(waitsNow);
  return query;
}
