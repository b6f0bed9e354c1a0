import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { missingFiles, read, root } from "../places.ts";

const text = [".github/workflows", ".github/actions"]
  .flatMap((folder) =>
    globSync("**/*.yml", { cwd: join(root, folder) }).map((file) => join(folder, file)),
  )
  .map(read)
  .join("\n");
const matches = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

test("actions are pinned by commit, with their version", () => {
  const actions = matches(/uses: (?!\.\/)(.*)$/gm);
  const isPinned = (action: string) => /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action);
  expect(actions.filter((action) => !isPinned(action))).toEqual([]);
});

test("the targets, scripts and own actions that they run exist", () => {
  const makefile = read("Makefile");
  const targets = matches(/run: make ([\w-]+)/g);
  expect(targets.filter((target) => !makefile.includes(`\n${target}:`))).toEqual([]);
  expect(missingFiles(matches(/run: (\.github\/[\w.-]+)/g))).toEqual([]);
  const ownActions = matches(/uses: \.\/(.*)$/gm);
  expect(ownActions).not.toEqual([]);
  expect(missingFiles(ownActions.map((action) => join(action, "action.yml")))).toEqual([]);
});

test("a release counts only checks of the commit itself, on the main branch", () => {
  const [guard = ""] =
    /gh run list (?:\\\n|[^\n])*/.exec(read(".github/workflows/release.yml")) ?? [];
  const options = ["--workflow check.yml", "--branch main", "--event push", "--status success"];
  for (const option of [...options, '--commit "$GITHUB_SHA"']) expect(guard).toContain(option);
  expect(read(".github/workflows/check.yml")).toMatch(/^on:\n  push:\n    branches: \[main\]$/m);
});
