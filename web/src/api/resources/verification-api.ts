import type { ResponseOf } from "@matinale/contracts/browser";
import { api } from "../base-api.ts";
import { endpoint } from "../endpoint.ts";

const verificationApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendVerification: build.mutation<unknown, void>(endpoint("POST /send-verification")),
    /** A query of its own: a failed check by the `me` query would redirect the reader to the log-in. */
    verified: build.query<boolean, void>({
      ...endpoint(
        "GET /me",
        () => ({}),
        (me: ResponseOf<"GET /me"> | null) => Boolean(me?.emailVerified),
      ),
      keepUnusedDataFor: 0,
      onQueryStarted: async (_nothing, { dispatch, queryFulfilled }) => {
        const { data: verified } = await queryFulfilled.catch(() => ({ data: false }));
        if (verified) dispatch(api.util.invalidateTags(["Me"]));
      },
    }),
  }),
});

export const { useSendVerificationMutation, useLazyVerifiedQuery } = verificationApi;
