import { setTimeout as pause } from "node:timers/promises";
import { silentLogger } from "@matinale/kit/testing";
import { expect, test, vi } from "vitest";
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

test("takes no more large calls at once than fit in the memory, and the others afterwards", async () => {
  const length = 2 * 1024 * 1024;
  const rounds: number[] = [];
  const deps = {
    webhookEvents,
    items,
    webhooks: {
      read: async (body: string) => {
        rounds.push(rounds.pop()! + body.length / length);
        return emptyWebhook();
      },
    },
    logger: silentLogger,
    now: () => new Date(),
    leases,
  } as never;
  const bodies = Array.from({ length: 12 }, () => "x".repeat(length));
  await Promise.all(bodies.map((body) => webhookEvents.add(body, new Date())));
  do rounds.push(0);
  while ((await processWebhooks(deps)) === "again");
  expect(Math.max(...rounds)).toBeLessThan(9);
  expect(rounds.reduce((sum, each) => sum + each, 0)).toBe(12);
  expect(await webhookEvents.model.countDocuments()).toBe(0);
});

test("reads the deliveries of a few hundred statuses at once, however many a call has", async () => {
  const statuses = Array.from({ length: 1_200 }, (_, n) => ({
    messageId: `wamid.${n}`,
    status: "sent" as const,
    at: new Date(),
    code: 0,
    reference: `delivery-${n}:text0`,
  }));
  const many = vi.fn<(ids: readonly string[]) => Promise<[]>>(async () => []);
  const deps = {
    webhookEvents,
    items,
    deliveries: { many, byMessageIds: async () => [] },
    webhooks: { read: async () => ({ ...emptyWebhook(), statuses }) },
    circuits: {},
    logger: silentLogger,
    now: () => new Date(),
    leases,
  } as never;
  await webhookEvents.add("{}", new Date());
  await processWebhooks(deps);
  const read = many.mock.calls.map(([ids]) => ids.length);
  expect(Math.max(...read)).toBeLessThanOrEqual(500);
  expect(read.reduce((sum, each) => sum + each, 0)).toBe(1_200);
});

test("takes calls that were stored before the clock was set back", async () => {
  const read = vi.fn<() => Promise<ReturnType<typeof emptyWebhook>>>(async () => emptyWebhook());
  const deps = {
    webhookEvents,
    items,
    webhooks: { read },
    logger: silentLogger,
    now: () => new Date(),
    leases,
  } as never;
  await webhookEvents.add("{}", new Date(Date.now() + 3_600_000));
  await processWebhooks(deps);
  expect(read).toHaveBeenCalledOnce();
  expect(await webhookEvents.model.countDocuments()).toBe(0);
});
