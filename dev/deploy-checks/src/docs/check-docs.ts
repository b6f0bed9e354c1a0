import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { given, render } from "../chart/check-chart.ts";
import { manifestsOf } from "../chart/manifests.ts";
import type { Findings } from "../findings.ts";
import { root } from "../places.ts";
import { commandProblems, valueProblems, type DocContext } from "./doc-commands.ts";
import { commandsOf, linksOf, spansOf } from "./markdown.ts";

const read = (path: string) => readFile(join(root, path), "utf8");
const manifest = z.object({ scripts: z.record(z.string(), z.string()) });

/** Checks that commands, chart values and links on the pages exist. */
export async function checkDocs(findings: Findings): Promise<void> {
  const pages = [
    "README.md",
    "CONTRIBUTING.md",
    ...(await readdir(join(root, "docs"), { recursive: true }))
      .filter((path) => path.endsWith(".md"))
      .map((path) => join("docs", path)),
  ];
  const values = z
    .record(z.string(), z.unknown())
    .parse(parse(await read("charts/matinale/values.yaml")));
  const context = await docContext();
  await findings.check("the docs: commands, settings and links exist", async () => {
    const problems = await Promise.all(
      pages.map(async (path) => problemsOf(path, await read(path), context, values)),
    );
    return problems.flat();
  });
}

function problemsOf(
  path: string,
  page: string,
  context: DocContext,
  values: Readonly<Record<string, unknown>>,
): string[] {
  return [
    ...commandsOf(page).flatMap((command) => commandProblems(command, context)),
    ...valueProblems(spansOf(page), values),
    ...linksOf(page)
      .map((link) => link.split("#", 1)[0] ?? "")
      .filter((file) => !existsSync(join(root, dirname(path), file)))
      .map((file) => `links to ${file}, which does not exist`),
  ].map((problem) => `${path}: ${problem}`);
}

async function docContext(): Promise<DocContext> {
  const operators = await read("packages/ops-cli/src/main.ts");
  const [, named = ""] = /main\.ts (.*)$/m.exec(operators) ?? [];
  return {
    root,
    objects: manifestsOf(await render(given(["values-prod.yaml", "ci/production-values.yaml"]))),
    makefile: await read("Makefile"),
    operators: new Set(named.split(" | ")),
    scripts: (workspace = "") => {
      const text = readFileSync(join(root, workspace, "package.json"), "utf8");
      return new Set(Object.keys(manifest.parse(JSON.parse(text)).scripts));
    },
  };
}
