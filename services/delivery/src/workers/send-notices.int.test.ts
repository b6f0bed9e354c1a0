import { asUserId } from "@matinale/contracts";
import { expect, test } from "vitest";
import type { Deps } from "../application/deps.ts";
import { siteOf } from "../domain/conversation/conversation.ts";
import { leases } from "../domain/delivery/leases.ts";
import { DeliveryStore } from "../store/deliveries.ts";
import { SubscriberStore } from "../store/subscribers.ts";
import { VerifiedNumberStore } from "../store/verified-numbers.ts";
import { databaseForTests } from "../testing/database.ts";
import { after, due, subscriberOf } from "../testing/fixtures.ts";
import { sendNotices } from "./send-notices.ts";

let stores: Pick<Deps, "subscribers" | "deliveries" | "verifiedNumbers">;
databaseForTests("notices", (connection) => {
  stores = {
    subscribers: new SubscriberStore(connection),
    deliveries: new DeliveryStore(connection),
    verifiedNumbers: new VerifiedNumberStore(connection, "secret"),
  };
});

const site = siteOf("https://matinale.example", "Matinale");
const sendAt = (now: Date) =>
  sendNotices({ ...stores, site, leases, now: () => now, onWork: () => undefined } as never);

test("sends each notice about the end of a trial once, to each subscriber", async () => {
  const entitledUntil = after(12 * 3_600);
  const { subscription } = subscriberOf();
  const ids = ["ada", "bob"].map(asUserId);
  await stores.subscribers.model.create(
    ids.map((_id, index) => ({
      ...subscriberOf({ noticeAt: due }),
      _id,
      subscription: { ...subscription!, status: "trialing", entitledUntil },
      channel: { ...subscriberOf().channel!, phone: `+3361234567${index}` },
    })),
  );
  const sent = async () =>
    (await stores.deliveries.model.find().sort({ createdAt: 1, userId: 1 }).lean()).map(
      ({ userId, template }) => `${userId} ${template?.name}`,
    );
  const warned = ["ada trial_ending", "bob trial_ending"];
  await sendAt(due);
  await sendAt(due);
  expect(await sent()).toEqual(warned);
  expect(await stores.subscribers.many(ids)).toMatchObject(
    ids.map(() => ({
      noticeAt: entitledUntil,
      noticed: [expect.stringContaining("trial_ending")],
    })),
  );
  await sendAt(entitledUntil);
  expect(await sent()).toEqual([...warned, "ada trial_ended", "bob trial_ended"]);
  for (const subscriber of await stores.subscribers.many(ids)) {
    expect(subscriber.noticed).toHaveLength(2);
    expect(subscriber).not.toHaveProperty("noticeAt");
    expect(subscriber).not.toHaveProperty("lease");
  }
});
