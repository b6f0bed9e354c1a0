import type { ProviderWebhooks } from "../domain/provider-webhooks.ts";
import { readWahaEvent } from "../domain/waha-events.ts";
import { hmacOf, sameText } from "./signed-bytes.ts";

/** https://waha.devlike.pro/docs/how-to/webhooks: SHA-512 over the exact bytes, and it says so. */
export const wahaWebhooks = (config: { WAHA_HMAC_KEY: string }): ProviderWebhooks => ({
  isGenuine: (header, body) =>
    header("x-webhook-hmac-algorithm") === "sha512" &&
    sameText(header("x-webhook-hmac") ?? "", hmacOf("sha512", body, config.WAHA_HMAC_KEY)),
  challenge: () => null,
  read: readWahaEvent,
});
