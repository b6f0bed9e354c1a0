import type { Logger } from "@matinale/kit";
import type { MediaSource } from "../clients/media-source.ts";
import type { ProviderWebhooks } from "../domain/channel/inbound.ts";
import type { WhatsApp } from "../domain/channel/whatsapp.ts";
import type { Site } from "../domain/conversation/conversation.ts";
import type { MessageRate } from "../domain/rate/rate.ts";
import type { AccountEvents } from "../store/account-events.ts";
import type { AlertStore } from "../store/alerts.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { OptInCodes } from "../store/opt-in-codes.ts";
import type { PhoneStops } from "../store/phone-stops.ts";
import type { SubscriberStore } from "../store/subscribers.ts";
import type { UnknownSenders } from "../store/unknown-senders.ts";
import type { UploadStore } from "../store/uploads.ts";
import type { VerifiedNumberStore } from "../store/verified-numbers.ts";
import type { WebhookEvents } from "../store/webhook-events.ts";
import type { WebhookItems } from "../store/webhook-items.ts";
import type { WithdrawnStories } from "../store/withdrawn-stories.ts";
import type { BackgroundWork } from "./background-work.ts";
import type { Schedules } from "./reschedule.ts";
import type { SenderRefusal } from "./sender-circuit.ts";

export interface WorkerCalls {
  /** A delivery can be sent, or a voice note can be uploaded. */
  onWork: () => void;
  /** A schedule has changed: a slot, a notice or a planned delivery may be due earlier than before. */
  onScheduled: () => void;
  /** An alert can be planned. */
  onAlert: () => void;
  /** A webhook call was stored. */
  onWebhook: () => void;
  /** A status reports a refusal that concerns our number. See `SenderCircuits.refused`. */
  onSenderRefused: (refusal: SenderRefusal, code: number, recipient: string | null) => void;
  /** A message was delivered just now. */
  onDelivered: () => void;
  /** A status reports a message whose call got no answer. */
  onAcceptedLate: () => void;
}

/** What the service is made of: routes, consumers, workers and use cases take from it what they need. */
export interface Deps extends WorkerCalls {
  accountEvents: AccountEvents;
  alerts: AlertStore;
  codes: OptInCodes;
  deliveries: DeliveryStore;
  items: WebhookItems;
  phoneStops: PhoneStops;
  subscribers: SubscriberStore;
  unknownSenders: UnknownSenders;
  uploads: UploadStore;
  verifiedNumbers: VerifiedNumberStore;
  webhookEvents: WebhookEvents;
  withdrawn: WithdrawnStories;
  schedules: Schedules;
  media: MediaSource;
  rate: MessageRate;
  webhooks: ProviderWebhooks;
  whatsapp: WhatsApp;
  background: BackgroundWork;
  /** Whether an operator has stopped sending. */
  isStopped: () => Promise<boolean>;
  site: Site;
  logger: Logger;
  now: () => Date;
}
