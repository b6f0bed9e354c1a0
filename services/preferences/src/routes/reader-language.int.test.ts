import { startForTests } from "@matinale/kit/vitest";
import { beforeAll, expect, test } from "vitest";
import { ada, startPreferences, type TestPreferences } from "../testing/harness.ts";

let preferences: TestPreferences;
startForTests(startPreferences, (started) => (preferences = started));
beforeAll(async () => {
  for (const categoryId of [1, 2, 3, 4, 5]) {
    await preferences.call("POST /user/categories", { as: ada, body: { categoryId } });
  }
});

const says = (message: string) => ({ body: { message: expect.stringContaining(message) } });

test.each<[`${string} /${string}`, object, string, string]>([
  ["POST /user/categories", { categoryId: 6 }, "comprend 5 catégories", "includes 5 categories"],
  ["POST /user/categories", { categoryId: 99 }, "n’existe pas", "does not exist"],
  [
    "PATCH /user/preferences",
    { timezone: "Mars/One" },
    "fuseau horaire est inconnu",
    "time zone is unknown",
  ],
  ["PATCH /user/preferences", { deliveryTime: "25:00" }, "L’heure d’envoi", "Delivery time"],
  ["PATCH /user/preferences", { country: "atlantis" }, "country: Option invalide", "country: Inv"],
])("refuses %s %o in the language of the page", async (line, body, french, english) => {
  const call = (headers = {}) => preferences.call(line, { as: ada, body, headers });
  expect(await call()).toMatchObject(says(french));
  expect(await call({ "accept-language": "en" })).toMatchObject(says(english));
});
