import { identityHeader, inSpan, signIdentity, traceHeaders } from "@matinale/kit";
import { z } from "zod";
import type { ResetCodeChannel } from "../domain/access/reset-code-channel.ts";

/** Longer than delivery waits for WhatsApp. */
const timeoutMs = 15_000;
const answerSchema = z.object({ sent: z.boolean() });

/** Has delivery send the code: it knows the person's number and whether the conversation is open. */
export const deliveryCodes = (config: {
  DELIVERY_URL: string;
  INTERNAL_TOKEN_SECRET: string;
}): ResetCodeChannel => {
  const url = `${config.DELIVERY_URL.replace(/\/+$/, "")}/internal/reset-codes`;
  const send: ResetCodeChannel["send"] = async (userId, code, account) => {
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
  return { send: (...code) => inSpan("POST /internal/reset-codes", "client", () => send(...code)) };
};
