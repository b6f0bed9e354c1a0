import { emptyWebhook, type ProviderWebhooks } from "../../domain/channel/inbound.ts";
import { hmacOf, sameText } from "../signed-bytes.ts";
import { hiddenChatOf, isOfAnotherSession, readWahaEvent } from "./events.ts";

/**
 * https://waha.devlike.pro/docs/how-to/webhooks: a header names the algorithm, SHA-512 over the exact bytes.
 *
 * @param numberOf  digits of the number behind a chat that hides it, or null when it is unknown
 */
export const wahaWebhooks = (
  config: { WAHA_SESSION: string; WAHA_HMAC_KEY: string },
  numberOf: (hiddenChat: string) => Promise<string | null>,
): ProviderWebhooks => ({
  isGenuine: (header, body) =>
    header("x-webhook-hmac-algorithm") === "sha512" &&
    sameText(header("x-webhook-hmac") ?? "", hmacOf("sha512", body, config.WAHA_HMAC_KEY)),
  challenge: () => null,
  read: async (body) => {
    if (isOfAnotherSession(body, config.WAHA_SESSION)) return { ...emptyWebhook(), foreign: 1 };
    const hidden = hiddenChatOf(body);
    return readWahaEvent(body, hidden === null ? null : await numberOf(hidden));
  },
});
