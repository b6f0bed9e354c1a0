import type { ResponseOf } from "@matinale/contracts/browser";
import { afterSuccess, api, endpoint, type Needs } from "../api.ts";
import { selectMe } from "./session-api.ts";

export type Automation = Needs<ResponseOf<"GET /automation/status">, "isRunning">;

const actions = {
  start: endpoint("POST /automation/start"),
  stop: endpoint("POST /automation/stop"),
};

export const automationApi = api.injectEndpoints({
  endpoints: (build) => ({
    automation: build.query<Automation, void>({
      ...endpoint("GET /automation/status", () => ({ needs: ["isRunning"] })),
      providesTags: ["Automation"],
      // A number can be disconnected while the page waits for its START.
      onQueryStarted: (_none, { dispatch, getState, queryFulfilled }) =>
        afterSuccess(queryFulfilled, ({ disconnected }) => {
          const isOutdated = selectMe(getState()).data?.whatsappConnected === true;
          if (disconnected && isOutdated) dispatch(api.util.invalidateTags(["Me"]));
        }),
    }),
    /** The response is the new state, so the cache is updated without another request. A server may leave out its fields. */
    switchAutomation: build.mutation<Partial<Automation>, keyof typeof actions>({
      query: (action) => actions[action].query(),
      onQueryStarted: (action, { dispatch, queryFulfilled }) =>
        afterSuccess(queryFulfilled, (state) => {
          const change = { isRunning: action === "start", pausedUntil: null, ...state };
          dispatch(
            automationApi.util.updateQueryData("automation", undefined, (automation) => {
              Object.assign(automation, change);
            }),
          );
        }),
    }),
  }),
});
