import type { ResponseOf } from "@matinale/contracts/browser";
import { afterSuccess, api, endpoint, type Needs } from "../api.ts";

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

type Delivered = Needs<ResponseOf<"POST /deliver-news">, "success">;

export const deliveriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    history: build.query<HistoryEntry[], void>({
      ...endpoint(
        "GET /message-history",
        () => ({ needs: ["id"] }),
        (body: Partial<ResponseOf<"GET /message-history">>) => body.history ?? [],
      ),
      providesTags: ["History"],
    }),
    /**
     * Sends an edition now. It is put on top of a history that is already loaded, which has no
     * request in between.
     */
    deliverNow: build.mutation<Delivered, void>({
      ...endpoint("POST /deliver-news", () => ({ needs: [] })),
      onQueryStarted: (_nothing, { dispatch, queryFulfilled, requestId }) =>
        afterSuccess(queryFulfilled, (result) => {
          dispatch(
            deliveriesApi.util.updateQueryData("history", undefined, (entries) => {
              entries.unshift(manualEntry(requestId, result));
            }),
          );
        }),
    }),
  }),
});

/** Shown for the delivery until the history is loaded again. */
const manualEntry = (id: string, result: Delivered): HistoryEntry => ({
  id,
  timestamp: Math.floor(Date.now() / 1000),
  status: "success",
  type: "text",
  manual: true,
  ...(result.categories && { categories: result.categories }),
  ...(result.articlesCount !== undefined && { articlesCount: result.articlesCount }),
});
