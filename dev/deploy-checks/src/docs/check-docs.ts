import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { given, render } from "../chart/check-chart.ts";
import { manifestsOf } from "../chart/manifests.ts";
import { policyViolations } from "../chart/policy.ts";
import type { Findings } from "../findings.ts";
import { read, root } from "../places.ts";
import { commandProblems, missingPaths, valueProblems, type DocContext } from "./doc-commands.ts";
import { installationProblems, keysIn } from "./documented-installation.ts";
import { blocksOf, commandsOf, fragmentsOf, linksOf, spansOf } from "./markdown.ts";

const manifest = z.object({ scripts: z.record(z.string(), z.string()) });

/** Checks that commands, chart values and links on the pages exist. */
export async function checkDocs(findings: Findings): Promise<void> {
  const pages = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    ...(await readdir(join(root, "docs"), { recursive: true }))
      .filter((path) => path.endsWith(".md"))
      .map((path) => join("docs", path)),
    ...globSync("{packages,services,dev,web}/**/README.md", {
      cwd: root,
      exclude: (path) => path.includes("node_modules"),
    }),
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
  await findings.check("the docs: the values of an installation let people pay", async () =>
    documentedInstallationProblems(await read("docs/kubernetes.md")),
  );
}

/** Renders the values of a real installation on the page, and reads what its pods get. */
async function documentedInstallationProblems(page: string): Promise<string[]> {
  const values = blocksOf(page, "yaml").find((block) => block.startsWith("publicUrl:")) ?? "";
  const folder = await mkdtemp(join(tmpdir(), "matinale-docs-"));
  try {
    const mine = join(folder, "mine.yaml");
    let placeholders = 0;
    await writeFile(
      mine,
      values.replaceAll("…", () => `placeholder${(placeholders += 1)}`),
    );
    const objects = manifestsOf(await render([...given(["values-prod.yaml"]), "-f", mine]));
    return [...policyViolations(objects), ...installationProblems(objects, keysIn(page))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
    ...missingPaths(spansOf(page), root),
    ...linksOf(page)
      .filter((link) => !leadsSomewhere(link, path, page))
      .map((link) => `links to ${link}, which does not exist`),
  ].map((problem) => `${path}: ${problem}`);
}

/** Whether a relative link of a page leads to a file and, if it has a fragment, to a heading. */
function leadsSomewhere(link: string, path: string, page: string): boolean {
  const [name = "", fragment] = link.split("#");
  const file = join(root, dirname(path), name);
  if (name !== "" && !existsSync(file)) return false;
  if (fragment === undefined) return true;
  return fragmentsOf(name === "" ? page : readFileSync(file, "utf8")).has(fragment);
}

async function docContext(): Promise<DocContext> {
  const operators = await read("packages/ops-cli/src/main.ts");
  const [, named = ""] = /main\.ts (.*)$/m.exec(operators) ?? [];
  return {
    root,
    objects: manifestsOf(await render(given(["values-prod.yaml", "ci/production-values.yaml"]))),
    makefile: await read("Makefile"),
    operators: new Set(named.split(" | ")),
    singleHost: new Set(
      [...(await read("deploy/compose/matinale")).matchAll(/^\.\/matinale (\w+)/gm)].map(
        ([, verb = ""]) => verb,
      ),
    ),
    scripts: (workspace = "") => {
      const text = readFileSync(join(root, workspace, "package.json"), "utf8");
      return new Set(Object.keys(manifest.parse(JSON.parse(text)).scripts));
    },
  };
}
