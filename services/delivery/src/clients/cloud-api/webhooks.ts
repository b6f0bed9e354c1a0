import type { ProviderWebhooks } from "../../domain/channel/inbound.ts";
import { readWebhook } from "./events.ts";
import { parsedJson } from "../provider-http.ts";
import { hmacOf, sameText } from "../signed-bytes.ts";

/** The signature of the exact bytes, as in the X-Hub-Signature-256 header. */
export const signatureOf = (bytes: Uint8Array, secret: string): string =>
  `sha256=${hmacOf("sha256", bytes, secret)}`;

/** https://developers.facebook.com/docs/graph-api/webhooks/getting-started */
export const cloudWebhooks = (config: {
  WHATSAPP_PHONE_NUMBER_ID: string;
  WHATSAPP_APP_SECRET: readonly string[];
  WHATSAPP_VERIFY_TOKEN: string;
}): ProviderWebhooks => ({
  isGenuine: (header, body) => {
    const signature = header("x-hub-signature-256") ?? "";
    return config.WHATSAPP_APP_SECRET.some((key) => sameText(signature, signatureOf(body, key)));
  },
  challenge: (query) => {
    const { "hub.mode": mode, "hub.verify_token": token, "hub.challenge": challenge } = query;
    const known = typeof token === "string" && sameText(token, config.WHATSAPP_VERIFY_TOKEN);
    return mode === "subscribe" && known && typeof challenge === "string" ? challenge : null;
  },
  // A call carries no text of ours.
  stored: (body) => body,
  read: async (stored, receivedAt) =>
    readWebhook(parsedJson(stored), config.WHATSAPP_PHONE_NUMBER_ID, receivedAt),
});
