// node services/delivery/dist/commands/migrate.js        before the pods of a release start
import { ErasedPeople } from "@matinale/bus";
import { loadConfig, runMigrations } from "@matinale/kit";
import { z } from "zod";
import { retentionEnv } from "../config.ts";
import { AccountEvents } from "../store/account-events.ts";
import { DeliveryStore } from "../store/deliveries.ts";
import { OptInCodes } from "../store/opt-in-codes.ts";
import { PhoneStops } from "../store/phone-stops.ts";
import { SenderSwitch } from "../store/sender-switch.ts";
import { SubscriberStore } from "../store/subscribers.ts";
import { UnknownSenders } from "../store/unknown-senders.ts";
import { UploadStore } from "../store/uploads.ts";
import { VerifiedNumberStore } from "../store/verified-numbers.ts";
import { WebhookEvents } from "../store/webhook-events.ts";
import { WebhookItems } from "../store/webhook-items.ts";
import { WithdrawnStories } from "../store/withdrawn-stories.ts";
import { PunctualityStore } from "../store/punctuality.ts";
import { AlertStore } from "../store/alerts.ts";

const config = loadConfig(z.object(retentionEnv));
await runMigrations("delivery", (mongo) => [
  new ErasedPeople(mongo),
  new AccountEvents(mongo),
  new AlertStore(mongo),
  new PunctualityStore(mongo),
  new WithdrawnStories(mongo),
  new DeliveryStore(mongo, config.DELIVERY_RETENTION_DAYS),
  new OptInCodes(mongo),
  new PhoneStops(mongo),
  new SenderSwitch(mongo),
  new SubscriberStore(mongo),
  new UnknownSenders(mongo),
  new UploadStore(mongo),
  // stores no hash here
  new VerifiedNumberStore(mongo, ""),
  new WebhookEvents(mongo),
  new WebhookItems(mongo),
]);
