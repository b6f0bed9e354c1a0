import { afterSuccess, api, endpoint } from "../../api/api.ts";
import { isApiError, isRecord } from "../../api/api-error.ts";
import { longRequestTimeoutMs } from "../../config/constants.ts";
import { meEndpoint, sessionApi, type Me } from "../../api/resources/session-api.ts";

/** The account page retries twice and never uses a cached user. */
export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    accountMe: build.query<Me, void>({
      ...meEndpoint(() => true),
      extraOptions: {
        // No retry after a 204: no user is signed in, and a retry would only delay the redirect.
        retryCondition: (error, _args, { attempt }) =>
          !(isApiError(error) && error.status === 204) && attempt <= 2,
      },
      keepUnusedDataFor: 0,
      // Fills the cache of the header, which then sends no request of its own.
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) =>
        afterSuccess(queryFulfilled, (me) => {
          void dispatch(sessionApi.util.upsertQueryData("me", undefined, me));
        }),
      providesTags: ["Me"],
    }),
    /** As text, so that the file is exactly what the server sent, with the name that it gives. */
    exportData: build.mutation<{ name: string; text: string }, void>({
      ...endpoint("GET /user/export", () => ({
        responseHandler: async (response) => {
          const text = await response.text();
          const body: unknown = JSON.parse(text);
          if (!response.ok) return body;
          if (!isRecord(body)) throw new TypeError("the export is no object");
          const disposition = response.headers.get("content-disposition") ?? "";
          const name = /filename="?([\w.-]+)/.exec(disposition)?.[1] ?? "matinale.json";
          return { name, text };
        },
        timeout: longRequestTimeoutMs,
      })),
    }),
    eraseAccount: build.mutation(
      endpoint("DELETE /user", (password: string) => ({ body: { password } })),
    ),
  }),
});
