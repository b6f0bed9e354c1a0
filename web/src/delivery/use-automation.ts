import { automationApi } from "../api/resources/automation-api.ts";
import { connectionPollMs } from "../config/constants.ts";

/** Whether editions are sent. Loaded again every few seconds while the phone has to send START, outside of the page. */
export function useAutomation() {
  const { data } = automationApi.endpoints.automation.useQueryState();
  return automationApi.useAutomationQuery(undefined, {
    pollingInterval: data?.waitsFor === "start" ? connectionPollMs : 0,
  });
}
