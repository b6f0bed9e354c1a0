import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { missingFiles, read, root } from "../places.ts";

const folder = ".github/workflows";
const text = readdirSync(join(root, folder))
  .map((file) => read(join(folder, file)))
  .join("\n");
const matches = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

test("actions are pinned by commit, with their version", () => {
  const actions = matches(/uses: (.*)$/gm);
  const isPinned = (action: string) => /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action);
  expect(actions.filter((action) => !isPinned(action))).toEqual([]);
});

test("the targets and scripts that they run exist", () => {
  const makefile = read("Makefile");
  const targets = matches(/run: make ([\w-]+)/g);
  expect(targets.filter((target) => !makefile.includes(`\n${target}:`))).toEqual([]);
  expect(missingFiles(matches(/run: (\.github\/[\w.-]+)/g))).toEqual([]);
});
