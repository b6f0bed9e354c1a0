import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outletCount } from "../src/config/constants.ts";

const catalogue = join(import.meta.dirname, "../../services/content/sources/catalogue.json");

test("the landing page names as many outlets as the catalogue has", () => {
  const outlets: { outlet: string; terms?: string }[] = JSON.parse(readFileSync(catalogue, "utf8"));
  const read = outlets.filter(({ terms }) => terms !== "off").map(({ outlet }) => outlet);
  expect(outletCount).toBe(new Set(read).size);
});
