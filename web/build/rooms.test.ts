import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const web = join(import.meta.dirname, "..");
const readme = readFileSync(join(web, "README.md"), "utf8");

test("the README lists every folder of src, and no other", () => {
  const listed = [...readme.matchAll(/^- `src\/([^`/]+)\/`/gm)].map((found) => found[1]);
  const files = globSync("src/*/**/*.*", { cwd: web });
  const folders = new Set(files.map((file) => file.split("/")[1]));
  expect(listed.toSorted()).toEqual([...folders].toSorted());
});

test("the README names every entry file", () => {
  const entries = readdirSync(join(web, "src")).filter((name) => name.startsWith("entry."));
  expect(entries.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
