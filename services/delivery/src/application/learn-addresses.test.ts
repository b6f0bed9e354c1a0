import { asUserId } from "@matinale/contracts";
import { expect, test } from "vitest";
import type { Subscriber } from "../domain/subscriber/subscriber.ts";
import { subscriberOf } from "../testing/fixtures.ts";
import { learnAddresses } from "./learn-addresses.ts";

test("reads each subscriber a few times only, however many senders there are", async () => {
  const count = 300;
  const senders = Array.from({ length: count }, (_, n) => ({
    from: `33612${String(n).padStart(6, "0")}`,
    userId: `FR.${n}`,
  }));
  let reads = 0;
  const found = senders.map(({ from, userId }): Subscriber => {
    const { channel, ...rest } = subscriberOf({ _id: asUserId(userId) });
    return Object.defineProperty(rest as Subscriber, "channel", {
      get: () => {
        reads += 1;
        return { ...channel, phone: `+${from}`, userId };
      },
    });
  });
  const subscribers = { addresses: { byAddresses: async () => found } };
  await learnAddresses(senders, { subscribers } as never);
  expect(reads).toBeLessThan(10 * count);
});
