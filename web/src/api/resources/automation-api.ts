import type { ResponseOf } from "@matinale/contracts/browser";
import { afterSuccess, api, endpoint, type Needs } from "../api.ts";

export type Automation = Needs<ResponseOf<"GET /automation/status">, "isRunning">;

export const automationApi = api.injectEndpoints({
  endpoints: (build) => ({
    automation: build.query<Automation, void>({
      ...endpoint("GET /automation/status"),
      providesTags: ["Automation"],
    }),
    startAutomation: build.mutation<Partial<Automation>, void>({
      ...endpoint("POST /automation/start"),
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) =>
        afterSuccess(queryFulfilled, (state) => {
          dispatch(updateAutomation({ isRunning: true, pausedUntil: null, ...state }));
        }),
    }),
    stopAutomation: build.mutation<Partial<Automation>, void>({
      ...endpoint("POST /automation/stop"),
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) =>
        afterSuccess(queryFulfilled, (state) => {
          dispatch(updateAutomation({ isRunning: false, pausedUntil: null, ...state }));
        }),
    }),
  }),
});

/** The response is the new state, so the cache is updated without another request. A server may leave out its fields. */
const updateAutomation = (change: Partial<Automation>) =>
  automationApi.util.updateQueryData("automation", undefined, (automation) => {
    Object.assign(automation, change);
  });

/** Why no edition is sent and what the reader must do: the number is lost, not confirmed, or the plan is over. */
export function noticeOf(automation: Automation | undefined, connected: boolean) {
  if (!connected && automation?.disconnected) return automation.disconnected.message;
  return automation?.waitsFor ? automation.message : undefined;
}
