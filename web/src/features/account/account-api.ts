import { api } from "../../api/base-api.ts";
import { longRequestTimeoutMs } from "../../config/constants.ts";
import { sessionApi, wholeMe, type Me } from "../../api/resources/session-api.ts";

/** The account page insists: two more tries, and never an answer from the cache. */
const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    accountMe: build.query<Me, void>({
      query: () => "me",
      extraOptions: { maxRetries: 2 },
      keepUnusedDataFor: 0,
      transformResponse: wholeMe,
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
        responseHandler: "text",
        timeout: longRequestTimeoutMs,
      }),
    }),
    eraseAccount: build.mutation<unknown, string>({
      query: (password) => ({ url: "user", method: "DELETE", body: { password } }),
    }),
  }),
});

export const { useAccountMeQuery, useExportDataMutation, useEraseAccountMutation } = accountApi;
