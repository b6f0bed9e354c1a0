import type { UserId } from "@matinale/contracts";
import { identityHeader, inSpan, signIdentity, traceHeaders } from "@matinale/kit";
import { z } from "zod";

/** Longer than delivery waits for WhatsApp. */
const timeoutMs = 15_000;
const answerSchema = z.object({ sent: z.boolean() });

export type SendCode = ReturnType<typeof deliveryCodes>;

/** Has delivery send the code: it knows the person's number and whether the conversation is open. */
export const deliveryCodes = (config: { DELIVERY_URL: string; INTERNAL_TOKEN_SECRET: string }) => {
  const url = `${config.DELIVERY_URL.replace(/\/+$/, "")}/internal/reset-codes`;
  const send = async (userId: UserId, code: string, account: { hasVerifiedEmail: boolean }) => {
    const token = await signIdentity({
      subject: "service:identity",
      audience: "delivery",
      secret: config.INTERNAL_TOKEN_SECRET,
    });
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [identityHeader]: token,
        ...traceHeaders(),
      },
      body: JSON.stringify({ userId, code, ...account }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new Error(`delivery answered ${answer.status} for a reset code`);
    return answerSchema.parse(await answer.json()).sent;
  };
  /**
   * @param account.hasVerifiedEmail  whether a link can be mailed instead: then a number that was connected recently
   *   gets no code
   * @returns false when the person has no connected number, or its owner wrote STOP: nothing was sent
   * @throws when the message may be accepted later
   */
  return (...code: Parameters<typeof send>) =>
    inSpan("POST /internal/reset-codes", "CLIENT", () => send(...code));
};
