import { languages, type UserId } from "@matinale/contracts";
import { identityHeader, inSpan, signIdentity, traceHeaders } from "@matinale/kit";
import { z } from "zod";
import type { Contacts } from "../domain/payment/payment-provider.ts";

const timeoutMs = 2_000;
const profile = z.object({ email: z.string(), language: z.enum(languages) });

/** Asks identity, as the person whom the call is about. The address goes on to Stripe and is not stored here. */
export const identityContacts = (config: {
  IDENTITY_URL: string;
  INTERNAL_TOKEN_SECRET: string;
}): Contacts => {
  const url = `${config.IDENTITY_URL.replace(/\/+$/, "")}/me`;
  const request = async (userId: UserId) => {
    const token = await signIdentity({
      subject: userId,
      audience: "identity",
      secret: config.INTERNAL_TOKEN_SECRET,
    });
    const answer = await fetch(url, {
      headers: { [identityHeader]: token, ...traceHeaders() },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // with a challenge identity refuses our token: the account may exist (RFC 9110, 11.6.1)
    if (answer.status === 401 && !answer.headers.has("www-authenticate")) return null;
    if (!answer.ok) throw new Error(`identity answered ${answer.status} for a profile`);
    return profile.parse(await answer.json());
  };
  return { of: (userId) => inSpan("GET /me", "CLIENT", () => request(userId)) };
};
