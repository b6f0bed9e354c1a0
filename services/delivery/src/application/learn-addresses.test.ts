import { asUserId } from "@matinale/contracts";
import { expect, test, vi } from "vitest";
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
  const addresses = { byAddresses: async () => found, rememberUserIds: async () => true };
  await learnAddresses(senders, { subscribers: { addresses } } as never);
  expect(reads).toBeLessThan(10 * count);
});

test("stores the user ids that many statuses show for the first time together", async () => {
  const senders = [1, 2, 3].map((n) => ({ from: `3361234567${n}`, userId: `FR.${n}` }));
  const found = senders.map(({ from }) => {
    const { channel, ...rest } = subscriberOf({ _id: asUserId(from) });
    return { ...rest, channel: { ...channel, phone: `+${from}` } };
  });
  const rememberUserIds = vi.fn<(shown: readonly object[]) => Promise<boolean>>(async () => true);
  const addresses = { byAddresses: async () => found, rememberUserIds };
  await learnAddresses(senders, { subscribers: { addresses } } as never);
  const shown = senders.map(({ from, userId }) => ({ id: from, phone: `+${from}`, userId }));
  expect(rememberUserIds.mock.calls).toEqual([[shown]]);
});
