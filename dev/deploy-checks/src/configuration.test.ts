import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configurationPage } from "./configuration.ts";

/** The page without the spaces with which the formatter aligns tables. */
const bare = (page: string): string =>
  page.replaceAll(/ +\|/gu, " |").replaceAll(/\| +/gu, "| ").replaceAll(/-{3,}/gu, "---");

test("docs/configuration.md is up to date with the schemas", () => {
  const page = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8");
  expect(bare(page), "run make gen").toBe(bare(configurationPage()));
});

test("every variable has a description, except ports and addresses of services", () => {
  const selfExplanatory =
    /^(PORT|NODE_ENV|LOG_LEVEL|\w+_URL|MONGODB_\w+|WHATSAPP_(PHONE_NUMBER_ID|TOKEN))$/u;
  const withoutDescription = [
    ...configurationPage().matchAll(/^\| \**`(\w+)`\** \|[^|]*\| {1,2}\|$/gmu),
  ]
    .map((found) => found[1] ?? "")
    .filter((name) => !selfExplanatory.test(name));
  expect(withoutDescription).toEqual([]);
});

test("no variable has a name that login shells set to something else", () => {
  const ofShells = new Set([
    "EDITOR",
    "HOME",
    "LANG",
    "LOGNAME",
    "MAIL",
    "PATH",
    "SHELL",
    "TERM",
    "USER",
  ]);
  const names = [...configurationPage().matchAll(/^\| \**`(\w+)`/gmu)].map(([, name]) => name);
  expect(names).toContain("SEND_MAIL");
  expect(names.filter((name = "") => ofShells.has(name))).toEqual([]);
});
