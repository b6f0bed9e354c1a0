import { setTimeout as pause } from "node:timers/promises";
import { silentLogger } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { emptyWebhook } from "../domain/channel/inbound.ts";
import { leases } from "../domain/delivery/leases.ts";
import { WebhookEvents } from "../store/webhook-events.ts";
import { WebhookItems } from "../store/webhook-items.ts";
import { databaseForTests } from "../testing/database.ts";
import { processWebhooks } from "./process-webhooks.ts";

let webhookEvents: WebhookEvents;
let items: WebhookItems;
databaseForTests("webhooks", (connection) => {
  webhookEvents = new WebhookEvents(connection);
  items = new WebhookItems(connection);
});

test("a second replica takes no calls that the first one has worked on for longer than a lease", async () => {
  const webhookMs = 1_500;
  let readings = 0;
  const deps = {
    webhookEvents,
    items,
    webhooks: {
      read: async () => {
        readings += 1;
        await pause(3 * webhookMs);
        return emptyWebhook();
      },
    },
    logger: silentLogger,
    now: () => new Date(),
    leases: { ...leases, webhookMs },
  } as never;
  await webhookEvents.add("{}", new Date());
  const first = processWebhooks(deps);
  await pause(2 * webhookMs);
  await processWebhooks(deps);
  await first;
  expect(readings).toBe(1);
  expect(await webhookEvents.model.countDocuments()).toBe(0);
});
