import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "@matinale/contracts/browser";
import { expect, test } from "vitest";
import { routes } from "./routes.ts";

const known = new Set<string>(Object.values(routes).map(({ path }) => path));
const isDead = (href: string): boolean =>
  href.startsWith("/") &&
  !href.startsWith("/api/docs/") &&
  !known.has(new URL(href, "http://localhost").pathname);

test.each(languages)("every link in a text leads to a page, in %s", (language) => {
  const folder = join(import.meta.dirname, "../i18n/languages", language);
  const texts = globSync("*.json", { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), "utf8"),
  );
  const links = texts.flatMap((text) =>
    Array.from(text.matchAll(/\]\((\/[^)]*)\)/g), ([, href = ""]) => href),
  );
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter(isDead)).toEqual([]);
  // The parts of pages that texts name.
  expect(links.filter((href) => href.includes("#")).toSorted()).toEqual(
    expect.arrayContaining(["/#pricing", "/help#no-edition", "/terms#withdrawal"]),
  );
});
