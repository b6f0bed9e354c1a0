import { expect, test } from "vitest";
import { shortLinkPage } from "./short-link-page.ts";

test("names the brand of the owner's file, as text", () => {
  const page = shortLinkPage("R&D <News>");
  expect(page.match(/R&amp;D &lt;News>/gu)).toHaveLength(3);
  expect(page).not.toContain("Matinale");
});
