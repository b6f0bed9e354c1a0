import { beforeEach, expect, test } from "vitest";
import { databaseForTests } from "../testing/database.ts";
import { after, due, subscriberOf } from "../testing/fixtures.ts";
import type { Subscriber, SubscriberChange } from "../domain/subscriber/subscriber.ts";
import { DeliveryStore } from "../store/deliveries.ts";
import { Schedules } from "./reschedule.ts";
import { SubscriberStore } from "../store/subscribers.ts";

let subscribers: SubscriberStore;
let schedules: Schedules;
databaseForTests("schedules", (connection) => {
  subscribers = new SubscriberStore(connection);
  schedules = new Schedules(subscribers, new DeliveryStore(connection), async () => undefined);
});

const ada = subscriberOf({
  stopped: { at: after(-600), by: "site" },
  disconnected: { phone: "+33600000000", at: after(-300), reason: "unreachable" },
  last: { date: "2026-11-22", index: 0, at: after(-86_400) },
  noticed: ["trial_ending/1"],
});
const stored = () => subscribers.model.findById(ada._id).lean<Subscriber>().orFail();
beforeEach(async () => {
  await subscribers.model.deleteMany();
  await subscribers.model.create(ada);
});

const { channel, stopped, disconnected } = ada;
test.each<[string, SubscriberChange, Partial<Record<keyof Subscriber, unknown>>]>([
  ["nothing", {}, { channel, stopped, disconnected }],
  [
    "the stop",
    { stopped: { at: due, by: "phone" } },
    { channel, stopped: { at: due, by: "phone" }, disconnected },
  ],
  ["the end of the stop", { stopped: null }, { channel, disconnected }],
  ["the disconnection's removal", { disconnected: null }, { channel, stopped }],
  ["the number's removal", { channel: null }, { stopped, disconnected }],
])("a change of %s leaves the other fields as they are", async (_what, changed, expected) => {
  const returned = await schedules.change(ada._id, due, () => changed);
  const fields = ({ channel, stopped, disconnected, last, noticed }: Subscriber) => ({
    channel,
    stopped,
    disconnected,
    last,
    noticed,
  });
  const kept = { last: ada.last, noticed: ada.noticed };
  expect(fields(await stored())).toEqual({ ...kept, ...expected });
  expect(returned && fields(returned)).toEqual({ ...kept, ...expected });
});
