import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configurationPage } from "./configuration.ts";

/** Tables without the spaces that the formatter puts in. */
const bare = (page: string): string =>
  page.replaceAll(/ +\|/gu, " |").replaceAll(/\| +/gu, "| ").replaceAll(/-{3,}/gu, "---");

test("the configuration page says what the schemas say", () => {
  const page = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8");
  expect(bare(page), "run make gen").toBe(bare(configurationPage()));
});

test("every variable but ports and addresses of services says what it means", () => {
  const obvious =
    /^(PORT|NODE_ENV|LOG_LEVEL|\w+_URL|MONGODB_\w+|WHATSAPP_(PHONE_NUMBER_ID|TOKEN))$/u;
  const silent = [...configurationPage().matchAll(/^\| \**`(\w+)`\** \|[^|]*\| {1,2}\|$/gmu)]
    .map((found) => found[1] ?? "")
    .filter((name) => !obvious.test(name));
  expect(silent).toEqual([]);
});
