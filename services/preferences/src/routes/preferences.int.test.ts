import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { ada, startPreferences, type TestPreferences } from "../testing/harness.ts";

let preferences: TestPreferences;
startForTests(startPreferences, (started) => (preferences = started));
beforeEach(async () => {
  await preferences.subscribers.model.deleteMany({});
});

const get = async (path: `/${string}` = "/user/preferences") =>
  (await preferences.call(`GET ${path}`, { as: ada })).body;
const patch = (body: unknown) => preferences.call("PATCH /user/preferences", { as: ada, body });

const defaults = {
  language: "fr",
  country: "fr",
  timezone: "Europe/Paris",
  deliveryTime: "08:00",
  deliveryFrequency: "daily",
  breakingNewsAlerts: true,
  quietStart: "22:00",
  quietEnd: "07:00",
  alertsIncluded: false,
  trialEndsAt: null,
};

test("answers with the defaults before the first choice", async () => {
  expect(await get()).toEqual(defaults);
  expect(await get("/user/delivery-hours")).toEqual({ deliveryHours: ["08:00"] });
  expect(await get("/me")).toEqual({ language: "fr" });
});

test("saves all five values of the edition at once, as the settings page sends them", async () => {
  const chosen = {
    language: "en",
    country: "tn",
    timezone: "Africa/Tunis",
    deliveryTime: "06:30",
    deliveryFrequency: "twiceDaily",
  };
  const saved = { ...defaults, ...chosen, deliveryFrequency: "twice_daily" };
  expect(await patch(chosen)).toMatchObject({ status: 200, body: saved });
  expect(await get()).toEqual(saved);
  expect(await get("/user/delivery-hours")).toEqual({ deliveryHours: ["06:30", "16:30"] });
  expect(await get("/me")).toEqual({ language: "en" });
});

test("keeps the other values when a patch names one", async () => {
  await patch({ country: "ma", deliveryTime: "07:15" });
  await patch({ timezone: "Africa/Casablanca" });
  expect(await get()).toEqual({
    ...defaults,
    country: "ma",
    deliveryTime: "07:15",
    timezone: "Africa/Casablanca",
  });
});

test("keeps parallel patches of different values", async () => {
  const patches = [
    { language: "en" },
    { country: "jp" },
    { timezone: "Asia/Tokyo" },
    { deliveryTime: "05:00" },
    { deliveryFrequency: "weekly" },
  ];
  const answers = await Promise.all([...patches, ...patches, ...patches, ...patches].map(patch));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await get()).toEqual({ ...Object.assign({}, defaults, ...patches) });
});

test("saves the switch of alerts and the quiet hours, and keeps the rest", async () => {
  const alerts = { breakingNewsAlerts: false, quietStart: "23:30", quietEnd: "06:00" };
  expect(await patch(alerts)).toMatchObject({ status: 200, body: { ...defaults, ...alerts } });
  expect(await get()).toEqual({ ...defaults, ...alerts });
  expect(await patch({ quietEnd: "7:00" })).toMatchObject({ status: 400 });
  expect(await get()).toEqual({ ...defaults, ...alerts });
});

test("publishes nothing when nothing changes", async () => {
  await patch({ country: "ma" });
  await patch({ country: "ma" });
  const stored = await preferences.subscribers.model.findById(ada).lean().orFail();
  expect(stored).toMatchObject({
    version: 1,
    outbox: [{ topic: "preferences.changed", key: ada }],
  });
});

test.each([
  ["an empty object", { body: {} }],
  ["no body", {}],
  ["an empty body", { raw: "" }],
])("refuses %s and changes nothing", async (_case, sent) => {
  await patch({ country: "ma" });
  const before = await preferences.subscribers.model.findById(ada).lean().orFail();
  const answer = await preferences.call("PATCH /user/preferences", { as: ada, ...sent });
  expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
  expect(await preferences.subscribers.model.findById(ada).lean()).toEqual(before);
});

test.each([
  { timezone: "Europe/Atlantis" },
  { timezone: "+02:00" },
  { timezone: "" },
  { country: "us", timezone: "PST" },
  { timezone: "IST" },
  { timezone: "JST", deliveryTime: "06:00" },
  { country: "us", trialEndsAt: "2099-01-01T00:00:00Z" },
  { country: "us", categories: [1, 2, 3, 4, 5, 6] },
  { country: "us", subscription: { planId: 3 } },
  { "chosen.country": "us" },
  { $set: { country: "us" } },
  { country: "us", version: 9 },
])("refuses %j and changes nothing", async (body) => {
  expect(await patch(body)).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
  expect(await preferences.subscribers.model.countDocuments()).toBe(0);
  expect(await get()).toEqual(defaults);
});

test("stores a zone with upper and lower case as in the IANA database", async () => {
  expect(await patch({ timezone: "europe/paris" })).toMatchObject({
    status: 200,
    body: { timezone: "Europe/Paris" },
  });
});

test("uses the default zone when the stored one is not known any more", async () => {
  await patch({ country: "ma", timezone: "Asia/Tokyo" });
  await preferences.subscribers.model.updateOne({ _id: ada }, { "chosen.timezone": "JST" });
  expect(await get()).toMatchObject({ country: "ma", timezone: "Europe/Paris" });
  expect(await patch({ deliveryTime: "09:00" })).toMatchObject({ status: 200 });
  expect(await patch({ timezone: "Asia/Tokyo" })).toMatchObject({
    status: 200,
    body: { timezone: "Asia/Tokyo", deliveryTime: "09:00" },
  });
});

test("answers 401 without a session", async () => {
  for (const line of ["GET /user/preferences", "GET /user/delivery-hours", "GET /me"] as const) {
    expect(await preferences.call(line)).toMatchObject({ status: 401 });
  }
  const forged = { "x-user-id": ada, "x-internal-identity": "ada" };
  expect(
    await preferences.call("PATCH /user/preferences", { body: { country: "us" }, headers: forged }),
  ).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  expect(await get()).toEqual(defaults);
});

test("answers 401 to an erased person and keeps none of their data", async () => {
  await patch({ country: "ma" });
  await preferences.subscribers.erase([ada]);
  expect(await patch({ country: "us" })).toMatchObject({ status: 401 });
  const { outbox, ...left } = await preferences.subscribers.model.findById(ada).lean().orFail();
  expect(left).toEqual({ _id: ada, version: expect.any(Number), erasedAt: expect.any(Date) });
  expect(outbox.at(-1)).toMatchObject({ topic: "preferences.changed", value: null });
});
