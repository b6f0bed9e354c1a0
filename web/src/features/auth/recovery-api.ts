import type { BodyOf } from "@matinale/contracts/browser";
import { api, endpoint, outdates } from "../../api/api.ts";

export type ResetRequest = BodyOf<"POST /request-password-reset">;
type PasswordReset = BodyOf<"POST /reset-password">;

export const recoveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    requestPasswordReset: build.mutation(
      endpoint("POST /request-password-reset", (body: ResetRequest) => ({ body })),
    ),
    resetPassword: build.mutation(
      endpoint("POST /reset-password", (body: PasswordReset) => ({ body })),
    ),
    verifyEmail: build.mutation({
      ...endpoint("POST /verify-email", (token: string) => ({ body: { token } })),
      ...outdates("Me"),
    }),
    /** @returns whether the links of both addresses were followed */
    confirmEmail: build.mutation({
      ...endpoint(
        "POST /confirm-email",
        (token: string) => ({ body: { token }, needs: ["done"] }),
        ({ done }) => done,
      ),
      ...outdates("Me"),
    }),
  }),
});
