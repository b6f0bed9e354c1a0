import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { ada, startPreferences, type TestPreferences } from "../testing/harness.ts";

let preferences: TestPreferences;
startForTests(startPreferences, (started) => (preferences = started));

const get = (line: `GET /${string}`) => preferences.call(line, { as: ada });

test("exports the choices of a person and the delivery hours", async () => {
  const choices = { country: "ma", deliveryFrequency: "twice_daily" };
  await preferences.call("PATCH /user/preferences", { as: ada, body: choices });
  await preferences.call("POST /user/categories", { as: ada, body: { categoryId: 3 } });
  expect(await get("GET /export")).toMatchObject({
    status: 200,
    body: {
      language: "fr",
      country: "ma",
      timezone: "Europe/Paris",
      deliveryTime: "08:00",
      deliveryFrequency: "twice_daily",
      deliveryHours: ["08:00", "18:00"],
      categories: [{ id: 3, nameEn: "Technology" }],
    },
  });
});

/** Each collection, with the keys of the export that hold what it stores about a person. */
const exported: Record<string, readonly string[]> = {
  subscribers: ["language", "categories", "since", "weekday", "alertsSwitchedAt", "copies"],
  // ids of erased people
  erased_people: [],
};

test("every collection has its place in the export, or a reason to have none", async () => {
  const collections = Object.values(preferences.mongo.models).map(({ collection }) => collection);
  expect(collections.map(({ name }) => name).toSorted()).toEqual(Object.keys(exported).toSorted());
  const { body } = await get("GET /export");
  expect(Object.keys(body as object)).toEqual(
    expect.arrayContaining(Object.values(exported).flat()),
  );
});

test("answers 401 to an erased person", async () => {
  await preferences.subscribers.erase([ada]);
  for (const line of ["GET /export", "GET /user/preferences", "GET /me"] as const) {
    expect(await get(line)).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  }
});
