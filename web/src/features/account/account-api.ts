import { api } from "../../api/base-api.ts";
import { longRequestTimeoutMs } from "../../config/constants.ts";
import type { Me } from "../../api/resources/session-api.ts";

/** The account page insists: two more tries, and never an answer from the cache. */
const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    accountMe: build.query<Me, void>({
      query: () => "me",
      extraOptions: { maxRetries: 2 },
      keepUnusedDataFor: 0,
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
