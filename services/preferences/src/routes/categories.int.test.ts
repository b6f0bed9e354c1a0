import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { ada, startPreferences, type TestPreferences } from "../testing/harness.ts";

let preferences: TestPreferences;
startForTests(startPreferences, (started) => (preferences = started));
beforeEach(async () => {
  await preferences.subscribers.model.deleteMany({});
});

const choose = (categoryId: unknown) =>
  preferences.call("POST /user/categories", { as: ada, body: { categoryId } });
const remove = (id: string | number) =>
  preferences.call(`DELETE /user/categories/${id}`, { as: ada });
const chosen = async () => {
  const { body } = await preferences.call("GET /user/categories", { as: ada });
  return (body as { id: number }[]).map(({ id }) => id);
};
const subscribe = (planId: number, maxCategories: number) =>
  preferences.subscribers.project(ada, "subscription", {
    version: 1,
    planId,
    maxCategories,
    editionsPerDay: 1,
    breakingNewsAlerts: false,
    trialEndsAt: null,
  });

test("lists the six categories without a session", async () => {
  const { status, body } = await preferences.call("GET /categories");
  expect(status).toBe(200);
  expect(body).toHaveLength(6);
  expect(body).toContainEqual({
    id: 2,
    nameFr: "Économie",
    nameEn: "Economy",
    iconName: "trending-up",
  });
});

test("adds and removes categories any number of times", async () => {
  expect(await chosen()).toEqual([]);
  for (const id of [4, 1, 4]) expect(await choose(id)).toMatchObject({ status: 200, body: { id } });
  expect(await chosen()).toEqual([1, 4]);
  for (const id of [4, 4]) expect(await remove(id)).toMatchObject({ status: 204 });
  expect(await chosen()).toEqual([1]);
});

test("answers 404 in the reader's language for a category that does not exist", async () => {
  const message = "Cette catégorie n’existe pas.";
  for (const answer of [await choose(99), await choose(-1), await remove(99)]) {
    expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND", message } });
  }
});

test("refuses one category too many, and names limit and plan in the reader's language", async () => {
  await subscribe(1, 3);
  for (const id of [1, 2, 3]) await choose(id);
  const french = await choose(4);
  expect(french).toMatchObject({ status: 403, body: { code: "CATEGORY_LIMIT_REACHED" } });
  expect(french.body).toMatchObject({ message: expect.stringMatching(/Essentiel.* 3 catégories/) });
  const fourth = { as: ada, body: { categoryId: 4 }, headers: { "accept-language": "en" } };
  expect((await preferences.call("POST /user/categories", fourth)).body).toMatchObject({
    message: expect.stringMatching(/Essential.* 3 categories/),
  });
  expect(await chosen()).toEqual([1, 2, 3]);
});

test("keeps the limit when all categories are chosen twice in parallel", async () => {
  const answers = await Promise.all([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6].map(choose));
  expect(await chosen()).toHaveLength(5);
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toEqual(new Set([200, 403]));
});

test("keeps the chosen categories after a downgrade, and accepts no more", async () => {
  for (const id of [1, 2, 3, 4, 5]) await choose(id);
  await subscribe(1, 3);
  expect(await chosen()).toEqual([1, 2, 3, 4, 5]);
  expect(await choose(5)).toMatchObject({ status: 200 });
  expect(await choose(6)).toMatchObject({ status: 403 });
});

test.each([["1"], [1.5], [null], [{ $gt: 0 }], [[1]], [true]])(
  "refuses the categoryId %j",
  async (categoryId) => {
    expect(await choose(categoryId)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_FAILED" },
    });
    expect(await chosen()).toEqual([]);
  },
);

test.each(["abc", "1.5", "-1", "1e1", "%24ne", "__proto__"])("refuses DELETE of %s", async (id) => {
  expect(await remove(id)).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
});

test("answers with the caller's own categories, and 401 without a session", async () => {
  await choose(1);
  expect(await preferences.call("GET /user/categories")).toMatchObject({ status: 401 });
  expect(await preferences.call("GET /user/categories", { as: "grace" })).toMatchObject({
    body: [],
  });
});
