import type { Forgetting } from "@matinale/bus";
import type { Logger, ReadinessCheck } from "@matinale/kit";
import type { MediaSource } from "../clients/media-source.ts";
import type { ProviderWebhooks } from "../domain/channel/inbound.ts";
import type { WhatsApp } from "../domain/channel/whatsapp.ts";
import type { Site } from "../domain/conversation/conversation.ts";
import type { Leases } from "../domain/delivery/leases.ts";
import type { MessageRate } from "../domain/rate/rate.ts";
import type { Stores } from "../store/index.ts";
import type { BackgroundWork } from "./background-work.ts";
import type { SenderCircuits } from "./sender-circuit.ts";

/** Calls that wake workers. */
export interface Wakes {
  /** A delivery can be sent or go on, or a voice note can be uploaded. */
  onWork: () => void;
  /** A schedule has changed: a slot, a notice or a planned delivery may be due earlier than before. */
  onScheduled: () => void;
  onAlert: () => void;
  onWebhook: () => void;
}

/** What the service is made of: routes, consumers, workers and use cases take from it what they need. */
export interface Deps extends Stores, Wakes {
  media: MediaSource;
  rate: MessageRate;
  webhooks: ProviderWebhooks;
  whatsapp: WhatsApp;
  circuits: SenderCircuits;
  background: BackgroundWork;
  forgetting: Forgetting;
  /** Whether an operator has stopped sending. */
  isStopped: () => Promise<boolean>;
  site: Site;
  logger: Logger;
  now: () => Date;
  /** Fails while the clock is wrong: then nothing may be planned or sent. */
  clock: ReadinessCheck;
  leases: Leases;
}
