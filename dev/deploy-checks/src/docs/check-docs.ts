import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { given, render } from "../chart/check-chart.ts";
import { manifestsOf } from "../chart/manifests.ts";
import type { Findings } from "../findings.ts";
import { root } from "../places.ts";
import { commandComplaints, valueComplaints, type World } from "./doc-commands.ts";
import { commandsOf, linksOf, spansOf } from "./written.ts";

const read = (path: string) => readFile(join(root, path), "utf8");
const manifest = z.object({ scripts: z.record(z.string(), z.string()) });

/** The pages tell their readers only what can be typed, set and followed. */
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
  const world = await worldOf();
  await findings.check("the docs: commands, settings and links are there", async () => {
    const complaints = await Promise.all(
      pages.map(async (path) => complaintsOf(path, await read(path), world, values)),
    );
    return complaints.flat();
  });
}

function complaintsOf(
  path: string,
  page: string,
  world: World,
  values: Readonly<Record<string, unknown>>,
): string[] {
  return [
    ...commandsOf(page).flatMap((command) => commandComplaints(command, world)),
    ...valueComplaints(spansOf(page), values),
    ...linksOf(page)
      .map((link) => link.split("#", 1)[0] ?? "")
      .filter((file) => !existsSync(join(root, dirname(path), file)))
      .map((file) => `links to ${file}, which is not there`),
  ].map((complaint) => `${path}: ${complaint}`);
}

async function worldOf(): Promise<World> {
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
