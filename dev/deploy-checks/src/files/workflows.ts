import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { missingFiles, read, root } from "../places.ts";

/** Actions that are not pinned by commit with their version beside it, and commands that do not exist. */
export async function workflowProblems(): Promise<string[]> {
  const folder = ".github/workflows";
  const makefile = await read("Makefile");
  const pages = await Promise.all(
    (await readdir(join(root, folder))).map(async (file) => read(join(folder, file))),
  );
  const text = pages.join("\n");
  const matches = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);
  return [
    ...matches(/uses: (.*)$/gm)
      .filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
      .map((action) => `${action} is not pinned by commit with its version`),
    ...matches(/run: make ([\w-]+)/g)
      .filter((target) => !makefile.includes(`\n${target}:`))
      .map((target) => `there is no make ${target}`),
    ...(await missingFiles(matches(/run: (\.github\/[\w.-]+)/g))),
  ];
}
