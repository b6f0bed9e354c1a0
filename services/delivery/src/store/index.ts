import { ErasedPeople } from "@matinale/bus";
import type { Connection } from "mongoose";
import { AccountEvents } from "./account-events.ts";
import { AlertStore } from "./alerts.ts";
import { DeliveryStore } from "./deliveries.ts";
import { OptInCodes } from "./opt-in-codes.ts";
import { OptInMessages } from "./opt-in-messages.ts";
import { PhoneStops } from "./phone-stops.ts";
import { PunctualityStore } from "./punctuality.ts";
import { SenderSwitch } from "./sender-switch.ts";
import { SubscriberStore } from "./subscribers.ts";
import { UnknownSenders } from "./unknown-senders.ts";
import { UploadStore } from "./uploads.ts";
import { VerifiedNumberStore } from "./verified-numbers.ts";
import { WebhookEvents } from "./webhook-events.ts";
import { WebhookItems } from "./webhook-items.ts";
import { WithdrawnStories } from "./withdrawn-stories.ts";

/** The stores, which declare the models whose indexes a migration creates. @param options.secret  of the hashes of numbers */
export const deliveryStores = (
  mongo: Connection,
  { deliveryDays, secret }: { deliveryDays: number; secret: string },
) => ({
  accountEvents: new AccountEvents(mongo),
  alerts: new AlertStore(mongo),
  codes: new OptInCodes(mongo),
  deliveries: new DeliveryStore(mongo, deliveryDays),
  erased: new ErasedPeople(mongo),
  items: new WebhookItems(mongo),
  optInMessages: new OptInMessages(mongo, secret),
  phoneStops: new PhoneStops(mongo, secret),
  punctuality: new PunctualityStore(mongo),
  senderSwitch: new SenderSwitch(mongo),
  subscribers: new SubscriberStore(mongo),
  unknownSenders: new UnknownSenders(mongo, secret),
  uploads: new UploadStore(mongo),
  verifiedNumbers: new VerifiedNumberStore(mongo, secret),
  webhookEvents: new WebhookEvents(mongo),
  withdrawn: new WithdrawnStories(mongo),
});
export type Stores = ReturnType<typeof deliveryStores>;
