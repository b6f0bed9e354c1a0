import { categories } from "@matinale/contracts";
import { expect, test } from "vitest";
import { builtInCatalogue } from "./catalogue.ts";

test("the catalogue that comes with the service covers every category in both languages", async () => {
  const feeds = await builtInCatalogue.load();
  const covered = new Set(feeds.map(({ language, category }) => `${language} ${category}`));
  for (const { slug } of categories) {
    expect(covered).toContain(`fr ${slug}`);
    expect(covered).toContain(`en ${slug}`);
  }
  expect(feeds.every(({ url }) => url.startsWith("https://"))).toBe(true);
});
