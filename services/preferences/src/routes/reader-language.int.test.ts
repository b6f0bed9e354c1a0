import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { ada, startPreferences, type TestPreferences } from "../testing/harness.ts";

let preferences: TestPreferences;
startForTests(startPreferences, (started) => (preferences = started));

const says = (message: string) => ({ body: { message: expect.stringContaining(message) } });

test.each([
  [{ timezone: "Mars/One" }, "fuseau horaire est inconnu", "time zone is unknown"],
  [{ deliveryTime: "25:00" }, "L’heure d’envoi", "Delivery time"],
  [{ country: "atlantis" }, "country: Option invalide", "country: Inv"],
])("refuses %o in the language of the page", async (body, french, english) => {
  const patch = (headers = {}) =>
    preferences.call("PATCH /user/preferences", { as: ada, body, headers });
  expect(await patch()).toMatchObject(says(french));
  expect(await patch({ "accept-language": "en" })).toMatchObject(says(english));
});
