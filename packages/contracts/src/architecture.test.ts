import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);
const page = readFileSync(new URL("docs/architecture.md", root), "utf8");
const listed = [...page.matchAll(/^- `([^`]+\/)`/gm)].map((found) => found[1] ?? "");
const rooms = new Set(listed.filter((folder) => folder.startsWith("src/")));
const folders = listed.filter((folder) => !folder.startsWith("src/"));

test("lists every room that a service has, and no other", () => {
  const found = globSync("services/*/src/*/**/*.ts", { cwd: fileURLToPath(root) }).map(
    (file) => `src/${file.split("/")[3]}/`,
  );
  expect([...new Set(found)].toSorted()).toEqual([...rooms].toSorted());
});

test("every folder that the architecture page names exists", () => {
  expect(folders.filter((folder) => !existsSync(new URL(folder, root)))).toEqual([]);
});

test("every workspace is on the architecture page", () => {
  const foldersIn = (parent: string) =>
    readdirSync(new URL(parent, root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${parent}${entry.name}/`);
  const workspaces = ["packages/", "services/", "dev/"].flatMap(foldersIn);
  expect(workspaces.filter((folder) => !folders.includes(folder))).toEqual([]);
});

test("every top folder is on the architecture page", () => {
  const hidden = /^\.|^node_modules$/;
  const top = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !hidden.test(entry.name))
    .map((entry) => `${entry.name}/`);
  const unnamed = top.filter((name) => !folders.some((folder) => folder.startsWith(name)));
  expect(unnamed).toEqual([]);
});

test("the architecture page has fewer than 100 lines", () => {
  expect(page.split("\n").length).toBeLessThan(100);
});
