import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { watchFolder } from "./reload.ts";

let folder: string;
let changed: Set<string>;
beforeEach(() => {
  folder = temporaryFolder();
  for (const name of ["src", "src/domain", "dist"]) mkdirSync(join(folder, name));
  changed = new Set();
  onTestFinished(watchFolder(folder, (path) => changed.add(relative(folder, path))));
});

const write = (path: string) => writeFileSync(join(folder, path), "text");
const paths = () => [...changed];

test("sees a file each time that an editor replaces it", async () => {
  for (let save = 0; save < 3; save += 1) {
    write("src/domain/new.tmp");
    renameSync(join(folder, "src/domain/new.tmp"), join(folder, "src/domain/schedule.ts"));
    await expect.poll(paths).toContain("src/domain/schedule.ts");
    changed.clear();
  }
});

test("sees files in a new folder", async () => {
  mkdirSync(join(folder, "src/clients"));
  await expect.poll(paths).toContain("src/clients");
  write("src/clients/feed.ts");
  await expect.poll(paths).toContain("src/clients/feed.ts");
});

test("does not see what a build writes", async () => {
  write("dist/main.js");
  write("src/main.ts");
  await expect.poll(paths).toContain("src/main.ts");
  expect(paths().filter((path) => path.startsWith("dist"))).toEqual([]);
});
