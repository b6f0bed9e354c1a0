import type { ResponseOf } from "@matinale/contracts/browser";
import { has, hasOptionalList } from "../../api/api-error.ts";
import { api } from "../../api/base-api.ts";
import { automationApi, type Automation } from "../../api/resources/automation-api.ts";
import { longRequestTimeoutMs } from "../../config/constants.ts";
import { endpoint, type Needs } from "../../api/endpoint.ts";

type Entry = ResponseOf<"GET /message-history">["history"][number];

/** One WhatsApp message of a delivery. */
export type HistoryPart = Omit<Entry["parts"][number], "acceptedAt">;

/**
 * A delivery on the page. Entries without `timestamp` show `date` and `time`. An unknown status is shown
 * as such; "success" is the status of a delivery that the page has sent and not loaded yet.
 */
export type HistoryEntry = Omit<Needs<Entry, "id">, "status" | "parts"> & {
  status: string;
  parts?: HistoryPart[];
};

type TestDelivery = Needs<ResponseOf<"POST /deliver-news">, "success">;

const deliveriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    history: build.query<HistoryEntry[], void>({
      ...endpoint(
        "GET /message-history",
        () => ({}),
        (body: Partial<ResponseOf<"GET /message-history">>) => body.history ?? [],
      ),
      extraOptions: { expects: hasOptionalList("history") },
      providesTags: ["History"],
    }),
    startAutomation: build.mutation<unknown, void>({
      ...endpoint("POST /automation/start"),
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          () => void dispatch(updateAutomation({ isRunning: true, pausedUntil: null })),
          ignore,
        ),
    }),
    stopAutomation: build.mutation<unknown, void>({
      ...endpoint("POST /automation/stop"),
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(() => void dispatch(updateAutomation({ isRunning: false })), ignore),
    }),
    sendTest: build.mutation<TestDelivery, void>({
      ...endpoint("POST /deliver-news", () => ({ timeout: longRequestTimeoutMs })),
      extraOptions: { expects: has() },
      onQueryStarted: async (_nothing, { dispatch, queryFulfilled, requestId }) => {
        const { data: result } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (!result) return;
        dispatch(
          deliveriesApi.util.updateQueryData("history", undefined, (entries) => {
            entries.unshift(manualEntry(requestId, result));
          }),
        );
      },
    }),
  }),
});

/** The new state is known after a successful call, so the cache is updated without another request. */
const updateAutomation = (change: Partial<Automation>) =>
  automationApi.util.updateQueryData("automation", undefined, (automation) => {
    Object.assign(automation, change);
  });

/** The component that made the call shows its failure. */
const ignore = () => undefined;

/** Shown for the delivery until the history is loaded again. */
const manualEntry = (id: string, result: TestDelivery): HistoryEntry => ({
  id,
  timestamp: Math.floor(Date.now() / 1000),
  status: "success",
  type: "text",
  manual: true,
  ...(result.categories && { categories: result.categories }),
  ...(result.articlesCount !== undefined && { articlesCount: result.articlesCount }),
});

export const {
  useHistoryQuery,
  useStartAutomationMutation,
  useStopAutomationMutation,
  useSendTestMutation,
} = deliveriesApi;
