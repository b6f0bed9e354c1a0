import type { BodyOf, ResponseOf } from "@matinale/contracts/browser";
import { has } from "../api/api-error.ts";
import { api } from "../api/base-api.ts";
import { endpoint } from "../api/endpoint.ts";

interface Written {
  body: BodyOf<"POST /contact">;
  /** With a session, the message reaches us with the plan of the account. */
  signedIn: boolean;
}

const asVisitor = endpoint("POST /contact", (body: Written["body"]) => ({ body }));
const asReader = endpoint("POST /user/contact", (body: Written["body"]) => ({ body }));

const contactApi = api.injectEndpoints({
  endpoints: (build) => ({
    writeToUs: build.mutation<ResponseOf<"POST /contact">, Written>({
      query: ({ body, signedIn }) => (signedIn ? asReader : asVisitor).query(body),
      extraOptions: { expects: has("reference") },
    }),
  }),
});

export const { useWriteToUsMutation } = contactApi;
