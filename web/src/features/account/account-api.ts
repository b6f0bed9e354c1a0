import { has, isApiError } from "../../api/api-error.ts";
import { api } from "../../api/base-api.ts";
import { longRequestTimeoutMs } from "../../config/constants.ts";
import {
  meRequest,
  isMe,
  noContentAsUnauthenticated,
  sessionApi,
  meWithDefaults,
  type Me,
} from "../../api/resources/session-api.ts";

/** The account page insists: two more tries, and never an answer from the cache. */
const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    accountMe: build.query<Me | null, void>({
      query: () => meRequest(true),
      extraOptions: {
        expects: isMe,
        // 204, that nobody is there, is an answer: asking again would only keep a visitor waiting.
        retryCondition: (error, _args, { attempt }) =>
          !(isApiError(error) && error.status === 204) && attempt <= 2,
      },
      keepUnusedDataFor: 0,
      transformResponse: (me: Me | null) => me && meWithDefaults(me),
      transformErrorResponse: noContentAsUnauthenticated,
      // The header knows by this who is there, and need not ask as well.
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(sessionApi.util.upsertQueryData("me", undefined, data)),
          () => undefined,
        ),
      providesTags: ["Me"],
    }),
    /** As text, so that the file holds exactly what the server wrote. */
    exportData: build.mutation<string, void>({
      query: () => ({
        url: "user/export",
        responseHandler: async (response) => {
          const text = await response.text();
          const answer: unknown = JSON.parse(text);
          return response.ok && has()(answer) ? text : answer;
        },
        timeout: longRequestTimeoutMs,
      }),
      extraOptions: { expects: (answer) => typeof answer === "string" },
    }),
    eraseAccount: build.mutation<unknown, string>({
      query: (password) => ({ url: "user", method: "DELETE", body: { password } }),
    }),
  }),
});

export const { useAccountMeQuery, useExportDataMutation, useEraseAccountMutation } = accountApi;
