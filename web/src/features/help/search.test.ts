import { expect, test } from "vitest";
import { matches } from "./search.ts";

const text = "Comment résilier ? Depuis votre compte, en trois clics, même l’été.";

test.each([
  ["", true],
  ["resilier", true],
  ["RÉSILIER  compte", true],
  ["l'ete", true],
  ["clics trois", true],
  ["résilier WhatsApp", false],
])("a search for “%s” finds it: %s", (search, found) => {
  expect(matches(text, search)).toBe(found);
});
