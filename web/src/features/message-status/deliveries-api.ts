import { has } from "../../api/api-error.ts";
import { api } from "../../api/base-api.ts";
import { automationApi, type Automation } from "../../api/resources/automation-api.ts";
import { hasOptionalList } from "../../api/resources/list-response.ts";
import { longRequestTimeoutMs } from "../../config/constants.ts";

export interface HistoryEntry {
  id: string;
  /** Seconds since 1970; older entries carry `date` and `time` instead. */
  timestamp?: number;
  date?: string;
  time?: string;
  status: string;
  type?: string;
  category?: string | null;
  categories?: string[];
  content?: string;
  articlesCount?: number | null;
  manual?: boolean;
  /** The voice note was played. The status is that of the part that is furthest behind. */
  played?: boolean;
  errorMessage?: string | null;
  recipient?: string | null;
  parts?: HistoryPart[];
}

/** One WhatsApp message of a delivery. Times are ISO 8601, null until the event. */
export interface HistoryPart {
  id: string;
  type: string;
  status: string;
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
  playedAt: string | null;
  errorMessage: string | null;
}

interface TestDelivery {
  success: boolean;
  message?: string;
  categories?: string[];
  articlesCount?: number;
}

const deliveriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    history: build.query<HistoryEntry[], void>({
      query: () => "message-history",
      extraOptions: { expects: hasOptionalList("history") },
      transformResponse: (body: { history?: HistoryEntry[] }) => body.history ?? [],
      providesTags: ["History"],
    }),
    startAutomation: build.mutation<unknown, void>({
      query: () => ({ url: "automation/start", method: "POST" }),
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          () => void dispatch(updateAutomation({ isRunning: true, pausedUntil: null })),
          ignore,
        ),
    }),
    stopAutomation: build.mutation<unknown, void>({
      query: () => ({ url: "automation/stop", method: "POST" }),
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(() => void dispatch(updateAutomation({ isRunning: false })), ignore),
    }),
    sendTest: build.mutation<TestDelivery, void>({
      query: () => ({ url: "deliver-news", method: "POST", timeout: longRequestTimeoutMs }),
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
