import type { BodyOf, ResponseOf } from "@matinale/contracts/browser";
import { isPublic } from "../../app/routes.ts";
import { afterSuccess, api, endpoint } from "../api.ts";
import { succeeded, type ApiError } from "../api-error.ts";

export type Me = ResponseOf<"GET /me">;
export type Credentials = BodyOf<"POST /login">;
export type SignUp = BodyOf<"POST /signup">;

/**
 * The signed-in user; a failure when there is none.
 *
 * @param optional  answer 204 when no user is signed in: browsers log every 401 to the console of a visitor
 */
export const meEndpoint = (optional: () => boolean) => ({
  ...endpoint(
    "GET /me",
    () => ({
      headers: optional() ? { "x-session": "optional" } : {},
      validateStatus: (response, body) => response.status !== 204 && succeeded(response, body),
      needs: ["username"],
    }),
    // The defaults of the fields that a response may leave out.
    (me: Me): Me => ({
      ...me,
      language: me.language ?? "fr",
      voicePreference: me.voicePreference ?? "female",
    }),
  ),
  // A 204 means the same as a 401.
  transformErrorResponse: (error: ApiError): ApiError =>
    error.status === 204 ? { ...error, status: 401 } : error,
});

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<Me, void>({
      ...meEndpoint(() => isPublic(globalThis.location.pathname)),
      providesTags: ["Me"],
    }),
    login: build.mutation(endpoint("POST /login", (body: Credentials) => ({ body }))),
    signUp: build.mutation(endpoint("POST /signup", (body: SignUp) => ({ body }))),
    logout: build.mutation(endpoint("POST /logout")),
    sendVerification: build.mutation(endpoint("POST /send-verification")),
    /**
     * Whether the reader has verified the address, or connected the phone, outside of the page. A query of its own: a
     * failed check by the `me` query would redirect the reader to the log-in.
     */
    confirmed: build.query<boolean, "emailVerified" | "whatsappConnected">({
      query: meEndpoint(() => false).query,
      transformResponse: (me: Me, _meta, field) => Boolean(me[field]),
      keepUnusedDataFor: 0,
      onQueryStarted: (_field, { dispatch, queryFulfilled }) =>
        afterSuccess(queryFulfilled, (confirmed) => {
          if (confirmed) dispatch(api.util.invalidateTags(["Me", "Automation"]));
        }),
    }),
  }),
});

/** The cached `me` query, also while no component asks for it. */
export const selectMe = sessionApi.endpoints.me.select();
