import { expect, test } from "vitest";
import { DeliveryStore } from "../store/deliveries.ts";
import { SubscriberStore } from "../store/subscribers.ts";
import { VerifiedNumberStore } from "../store/verified-numbers.ts";
import { databaseForTests } from "../testing/database.ts";
import { after, subscriberOf } from "../testing/fixtures.ts";
import type { Deps } from "./deps.ts";
import { replyToKeyword } from "./keyword-replies.ts";

let deps: Deps;
databaseForTests("keyword-replies", (connection) => {
  deps = {
    subscribers: new SubscriberStore(connection),
    deliveries: new DeliveryStore(connection),
    verifiedNumbers: new VerifiedNumberStore(connection, "secret"),
    site: { brand: "Matinale" },
    now: () => after(2),
    onWork: () => undefined,
    onScheduled: () => undefined,
  } as never;
});

test.each(["start", "yes", "hello"] as const)(
  "%s from a number that is replaced meanwhile neither confirms the new one nor writes to it",
  async (name) => {
    const { subscribers, deliveries } = deps;
    const channel = { phone: "+33600000002", connectedAt: after(1), claimedUntil: after(9_000) };
    const subscriber = subscriberOf();
    await subscribers.model.deleteMany();
    await subscribers.model.create(subscriberOf({ channel }));
    const message = { id: `wamid.${name}`, from: "33612345678", at: after(0), text: name };
    await replyToKeyword({ name }, { message, subscriber }, deps);
    expect(await subscribers.of(subscriber._id)).toMatchObject({ channel });
    expect((await subscribers.of(subscriber._id))?.channel).not.toHaveProperty("verifiedAt");
    expect(await deliveries.model.countDocuments()).toBe(0);
  },
);
