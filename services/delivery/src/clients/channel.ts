import { type Config, cloudApiEnv, wahaEnv } from "../config.ts";
import type { ProviderWebhooks } from "../domain/channel/provider-webhooks.ts";
import type { WhatsApp } from "../domain/channel/whatsapp.ts";
import { cloudApi } from "./cloud-api/client.ts";
import { cloudWebhooks } from "./cloud-api/webhooks.ts";
import type { MediaSource } from "./media-source.ts";
import { waha } from "./waha/client.ts";
import { wahaWebhooks } from "./waha/webhooks.ts";

/** One provider: its client, its webhooks and its rate. */
export interface Channel {
  whatsapp: WhatsApp & { close(): Promise<void> };
  webhooks: ProviderWebhooks;
  /** Id of the sender: replicas with the same sender share one rate. */
  sender: string;
  messagesPerSecond: number;
}

/** The provider that the configuration names. */
export function channelOf(config: Config, media: MediaSource): Channel {
  switch (config.WHATSAPP_ADAPTER) {
    case "cloud-api": {
      const env = cloudApiEnv.parse(config);
      return {
        whatsapp: cloudApi(env),
        webhooks: cloudWebhooks(env),
        sender: env.WHATSAPP_PHONE_NUMBER_ID,
        messagesPerSecond: env.WHATSAPP_MESSAGES_PER_SECOND,
      };
    }
    case "waha": {
      const env = wahaEnv.parse(config);
      const client = waha(env, media);
      return {
        whatsapp: client,
        webhooks: wahaWebhooks(env, client.numberOf),
        sender: `waha:${env.WAHA_SESSION}`,
        messagesPerSecond: env.WAHA_MESSAGES_PER_SECOND,
      };
    }
  }
}
