import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { consumer, record, recordTombstone, type Received } from "@matinale/bus";
import { memoryBroker } from "@matinale/bus/testing";
import type { Worker } from "@matinale/kit";
import { startForTests } from "@matinale/kit/vitest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPreferences, type TestPreferences } from "../testing/harness.ts";
import { consumers } from "../consumers/index.ts";

type PublishedEvent = Received<"preferences.changed">;

const bus = memoryBroker().bus("preferences");
const published: PublishedEvent[] = [];
let preferences: TestPreferences;
let workers: Worker[];

startForTests(startPreferences, (started) => (preferences = started));
beforeAll(async () => {
  const handle = async (events: PublishedEvent[]) => void published.push(...events);
  workers = [
    ...bus.consume(consumers(preferences.subscribers, preferences.forgetting)),
    ...bus.consume([consumer({ topic: "preferences.changed", handle })]),
    bus.relay([preferences.subscribers.model]),
  ];
  await Promise.all(workers.map((worker) => worker.start()));
});
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

/** A Sunday, in Paris. */
const signedUpAt = new Date("2026-03-01T12:00:00Z");
const user = (userId: string, version = 1n, language = "en") =>
  record("user.changed", {
    userId,
    version,
    language,
    voice: "female",
    signedUpAt: timestampFromDate(signedUpAt),
  });
const plan = (
  userId: string,
  version: bigint,
  editionsPerDay: number,
  breakingNewsAlerts = false,
) =>
  record("subscription.changed", {
    userId,
    version,
    status: "active",
    planId: 1,
    editionsPerDay,
    breakingNewsAlerts,
    maxCategories: 3,
    trialEndsAt: timestampFromDate(signedUpAt),
  });
const latest = (key: string) => published.findLast((event) => event.key === key);
/** For `expect.poll`: the last event about a person. */
const publishedOf = (key: string) => () => latest(key)?.message;
const soon = { timeout: 20_000 };

test("publishes a new person with the defaults, in the language of the sign-up", async () => {
  await bus.publish([user("new")]);
  await expect.poll(publishedOf("new"), soon).toMatchObject({
    userId: "new",
    version: 1n,
    language: "en",
    country: "fr",
    timezone: "Europe/Paris",
    deliveryTime: "08:00",
    deliveryFrequency: "daily",
    categories: [],
    deliveryHours: ["08:00"],
    weekday: 7,
  });
});

test("publishes choices with slugs and ascending hours", async () => {
  const as = "chooser";
  const body = { deliveryTime: "20:00", deliveryFrequency: "twice_daily" };
  await preferences.call("PATCH /user/preferences", { as, body });
  await preferences.call("POST /user/categories", { as, body: { categoryId: 3 } });
  await expect
    .poll(publishedOf(as), soon)
    .toMatchObject({ categories: ["technology"], deliveryHours: ["06:00", "20:00"] });
});

test("keeps choices that were made before user.changed arrived", async () => {
  const as = "early";
  await preferences.call("PATCH /user/preferences", { as, body: { country: "ma" } });
  await bus.publish([user(as)]);
  await expect
    .poll(publishedOf(as), soon)
    .toMatchObject({ country: "ma", language: "en", weekday: 7 });
});

test("keeps the weekday of a weekly reader who changes zone several times", async () => {
  const as = "mover";
  const late = timestampFromDate(new Date("2026-03-01T20:00:00Z"));
  const signedUp = { userId: as, version: 1n, language: "fr", voice: "male", signedUpAt: late };
  await bus.publish([record("user.changed", signedUp)]);
  await expect.poll(publishedOf(as), soon).toMatchObject({ version: 1n });
  const steps = [
    { deliveryFrequency: "weekly" },
    { timezone: "Asia/Tokyo" },
    { timezone: "America/Los_Angeles" },
    { timezone: "Pacific/Kiritimati", deliveryTime: "05:00" },
  ];
  for (const [step, body] of steps.entries()) {
    expect(await preferences.call("PATCH /user/preferences", { as, body })).toMatchObject({
      status: 200,
    });
    await expect
      .poll(publishedOf(as), soon)
      .toMatchObject({ version: BigInt(step + 2), deliveryFrequency: "weekly", weekday: 7 });
  }
});

test.each(["hourly", "twice_daily"])(
  "publishes the hour that the site shows after a downgrade from %s editions at 20:00",
  async (deliveryFrequency) => {
    const as = `downgraded-${deliveryFrequency}`;
    const body = { deliveryTime: "20:00", deliveryFrequency };
    await preferences.call("PATCH /user/preferences", { as, body });
    await bus.publish([plan(as, 2n, 1)]);
    await expect.poll(publishedOf(as), soon).toMatchObject({ deliveryHours: ["20:00"] });
    const shown = await preferences.call("GET /user/delivery-hours", { as });
    expect(shown.body).toEqual({ deliveryHours: ["20:00"] });
  },
);

test("publishes fewer hours for a smaller plan, and the site shows the end of the trial", async () => {
  const as = "smaller";
  await preferences.call("PATCH /user/preferences", { as, body: { deliveryFrequency: "hourly" } });
  await expect.poll(publishedOf(as), soon).toMatchObject({ deliveryHours: ["08:00", "22:00"] });
  await bus.publish([plan(as, 2n, 1)]);
  await expect.poll(publishedOf(as), soon).toMatchObject({ deliveryHours: ["08:00"] });
  const { body } = await preferences.call("GET /user/preferences", { as });
  expect(body).toMatchObject({ trialEndsAt: signedUpAt.toISOString() });
});

const switched = (userId: string, on: boolean, at: string) =>
  record("alerts.switched", { userId, on, at: timestampFromDate(new Date(at)) });

test("publishes alerts only with a plan that includes them, with the quiet hours", async () => {
  const as = "alerted";
  await bus.publish([user(as)]);
  const quiet = { quietStart: "22:00", quietEnd: "07:00" };
  await expect
    .poll(publishedOf(as), soon)
    .toMatchObject({ version: 1n, breakingNewsAlerts: false, ...quiet });
  await bus.publish([plan(as, 1n, 4, true)]);
  await expect
    .poll(publishedOf(as), soon)
    .toMatchObject({ version: 2n, breakingNewsAlerts: true, ...quiet });
  const shown = await preferences.call("GET /user/preferences", { as });
  expect(shown.body).toMatchObject({ breakingNewsAlerts: true, alertsIncluded: true });
  await bus.publish([plan(as, 2n, 2)]);
  await expect
    .poll(publishedOf(as), soon)
    .toMatchObject({ version: 3n, breakingNewsAlerts: false });
  const later = await preferences.call("GET /user/preferences", { as });
  expect(later.body).toMatchObject({ breakingNewsAlerts: true, alertsIncluded: false });
});

test("turns alerts off and on by messages from the phone, the last one counts in any order", async () => {
  const as = "switcher";
  await bus.publish([user(as), plan(as, 1n, 4, true)]);
  await expect.poll(publishedOf(as), soon).toMatchObject({ breakingNewsAlerts: true });
  await bus.publish([switched(as, false, "2026-03-02T10:00:00Z")]);
  await expect.poll(publishedOf(as), soon).toMatchObject({ breakingNewsAlerts: false });
  await bus.publish([
    switched(as, true, "2026-03-02T09:00:00Z"),
    switched(as, true, "2026-03-02T10:00:00Z"),
  ]);
  await bus.publish([user("after-switches")]);
  await expect.poll(publishedOf("after-switches"), soon).toMatchObject({ version: 1n });
  expect(publishedOf(as)()).toMatchObject({ breakingNewsAlerts: false });
  await bus.publish([switched(as, true, "2026-03-02T10:00:01Z")]);
  await expect.poll(publishedOf(as), soon).toMatchObject({ breakingNewsAlerts: true });
  await preferences.call("PATCH /user/preferences", { as, body: { breakingNewsAlerts: false } });
  await bus.publish([switched(as, true, "2026-03-02T11:00:00Z"), user("after-site")]);
  await expect.poll(publishedOf("after-site"), soon).toMatchObject({ version: 1n });
  expect(publishedOf(as)()).toMatchObject({ breakingNewsAlerts: false });
});

test("stores nothing when the phone of an erased person turns alerts on", async () => {
  const as = "erased-switcher";
  await bus.publish([user(as), recordTombstone("user.changed", as)]);
  await expect.poll(publishedOf(as), soon).toBeNull();
  await bus.publish([switched(as, true, "2099-01-01T00:00:00Z"), user("after-erased-switcher")]);
  await expect.poll(publishedOf("after-erased-switcher"), soon).toMatchObject({ version: 1n });
  expect(publishedOf(as)()).toBeNull();
});

test("ignores older and repeated events and publishes nothing for them", async () => {
  const as = "repeated";
  await bus.publish([user(as, 2n, "fr"), user(as, 1n, "en"), user(as, 2n, "fr"), user("after")]);
  await expect.poll(publishedOf("after"), soon).toMatchObject({ version: 1n });
  await expect.poll(publishedOf(as), soon).toMatchObject({ version: 1n, language: "fr" });
  expect(published.filter(({ key }) => key === as)).toHaveLength(1);
  const { body } = await preferences.call("GET /user/preferences", { as });
  expect(body).toMatchObject({ language: "fr" });
});

test("publishes a tombstone for an erased person, and ignores later events", async () => {
  const as = "erased";
  await bus.publish([user(as)]);
  await expect.poll(publishedOf(as), soon).toMatchObject({ version: 1n });
  await bus.publish([recordTombstone("user.changed", as), user(as, 3n)]);
  await expect.poll(publishedOf(as), soon).toBeNull();
  const stored = await preferences.subscribers.model.findById(as).lean().orFail();
  expect(stored).not.toHaveProperty("user");
});

test("republishes every subscriber after a restore, newer than all projections, and tombstones of erased people", async () => {
  const now = new Date();
  await preferences.subscribers.republish(now);
  await expect.poll(publishedOf("chooser"), soon).toMatchObject({
    version: BigInt(now.getTime()),
    categories: ["technology"],
    deliveryHours: ["06:00", "20:00"],
  });
  const publishedOfErased = () =>
    published.filter(({ key }) => key === "erased").map(({ message }) => message);
  await expect.poll(publishedOfErased, soon).toMatchObject([{ version: 1n }, null, null]);
});
