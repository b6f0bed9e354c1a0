import { beginSpan, type Logger } from "@matinale/kit";
import { type Config, cloudApiEnv, wahaEnv } from "../config.ts";
import type { Lids } from "../domain/channel/lids.ts";
import type { ProviderWebhooks } from "../domain/channel/inbound.ts";
import type { Answer, Uploaded, WhatsApp } from "../domain/channel/whatsapp.ts";
import { cloudApi } from "./cloud-api/client.ts";
import { cloudWebhooks } from "./cloud-api/webhooks.ts";
import type { MediaSource } from "./media-source.ts";
import { waha } from "./waha/client.ts";
import { wahaWebhooks } from "./waha/webhooks.ts";

export interface Channel {
  whatsapp: WhatsApp & { close(): Promise<void> };
  webhooks: ProviderWebhooks;
  /** Id of the sender: replicas with the same sender share one rate. */
  sender: string;
  messagesPerSecond: number;
}

export function channelOf(
  config: Config,
  media: MediaSource,
  deps: { lids: Lids; logger: Logger },
): Channel {
  switch (config.WHATSAPP_ADAPTER) {
    case "cloud-api": {
      const env = cloudApiEnv.parse(config);
      return {
        whatsapp: traced(cloudApi(env)),
        webhooks: cloudWebhooks(env),
        sender: env.WHATSAPP_PHONE_NUMBER_ID,
        messagesPerSecond: env.WHATSAPP_MESSAGES_PER_SECOND,
      };
    }
    case "waha": {
      const env = wahaEnv.parse(config);
      const client = waha(env, media, { ...deps, brand: config.PRODUCT_FILE.brand.name });
      return {
        whatsapp: traced(client),
        webhooks: wahaWebhooks(env, client.numberOf, deps.lids),
        sender: `waha:${env.WAHA_SESSION}`,
        messagesPerSecond: env.WAHA_MESSAGES_PER_SECOND,
      };
    }
  }
}

const withSpan = async <T extends Answer | Uploaded>(
  name: string,
  attributes: Record<string, string>,
  call: () => Promise<T>,
): Promise<T> => {
  const span = beginSpan(name, "CLIENT", { attributes });
  const answer = await call();
  const refused = answer.outcome === "refused";
  span?.end({
    attributes: { outcome: answer.outcome, ...(refused ? { code: answer.code } : {}) },
    ...(answer.outcome === "accepted" || answer.outcome === "uploaded"
      ? {}
      : { error: answer.outcome }),
  });
  return answer;
};

/** Wraps an adapter in spans: form and outcome of each call, never the recipient. */
const traced = <W extends WhatsApp>(whatsapp: W): W => ({
  ...whatsapp,
  send: (to, message, reference) =>
    withSpan("whatsapp send", { form: message.form }, () => whatsapp.send(to, message, reference)),
  uploadMedia: (bytes, mime, mediaKey) =>
    withSpan("whatsapp upload", { mime, bytes: String(bytes.byteLength) }, () =>
      whatsapp.uploadMedia(bytes, mime, mediaKey),
    ),
});
