import type { Lids } from "../../domain/channel/lids.ts";
import { emptyWebhook, type ProviderWebhooks } from "../../domain/channel/inbound.ts";
import { parsedJson } from "../provider-http.ts";
import { hmacOf, sameText } from "../signed-bytes.ts";
import { chatIdsOf, isOfAnotherSession, readWahaEvent, storedEvent } from "./events.ts";

/**
 * https://waha.devlike.pro/docs/how-to/webhooks: a header names the algorithm, SHA-512 over the exact bytes.
 *
 * @param numberOf  asks WAHA for the digits of the number behind a LID; null when it is unknown
 */
export const wahaWebhooks = (
  config: { WAHA_SESSION: string; WAHA_HMAC_KEY: readonly string[] },
  numberOf: (lid: string) => Promise<string | null>,
  lids: Lids,
): ProviderWebhooks => ({
  isGenuine: (header, body) =>
    header("x-webhook-hmac-algorithm") === "sha512" &&
    config.WAHA_HMAC_KEY.some((key) =>
      sameText(header("x-webhook-hmac") ?? "", hmacOf("sha512", body, key)),
    ),
  challenge: () => null,
  stored: (body) => JSON.stringify(storedEvent(parsedJson(body))),
  read: async (stored) => {
    const body = parsedJson(stored);
    if (isOfAnotherSession(body, config.WAHA_SESSION)) return { ...emptyWebhook(), foreign: 1 };
    const { digits, lid } = chatIdsOf(body);
    if (lid === null) return readWahaEvent(body);
    const known = digits === null ? await lids.numberOfLid(lid) : null;
    if (known !== null) return readWahaEvent(body, known);
    const number = digits ?? (await numberOf(lid));
    if (number !== null) await lids.rememberLid(lid, number);
    return readWahaEvent(body, number);
  },
});
