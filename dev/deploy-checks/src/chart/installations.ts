import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { completeProductFile, writeProductFile } from "@matinale/kit/testing";
import { root } from "../places.ts";
import { kubernetes, tool } from "./tools.ts";

export const chart = join(root, "charts/matinale");

/** Combinations of values files that are rendered. Each list is one installation. */
export const installations: readonly (readonly string[])[] = [
  ["values-dev.yaml"],
  ["values-prod.yaml", "ci/production-values.yaml"],
  ["ci/generated-secrets-values.yaml"],
  ["values-prod.yaml", "ci/production-values.yaml", "ci/linked-phone-values.yaml"],
  ["ci/autoscaled-values.yaml"],
  ["ci/bare-development-values.yaml"],
  ["ci/encrypted-values.yaml"],
];

/** Development takes the owner's file in the image. */
const development = new Set(["values-dev.yaml", "ci/bare-development-values.yaml"]);

/** A values file with a complete owner's file, which production needs. */
const ownersValues = (): string =>
  writeProductFile(JSON.stringify({ product: readFileSync(completeProductFile(), "utf8") }));

/** Values files of the chart, as arguments of helm. */
export const given = (files: readonly string[]): string[] => {
  const own = files.map((file) => join(chart, file));
  const isDevelopment = files.some((file) => development.has(file));
  return (isDevelopment ? own : [ownersValues(), ...own]).flatMap((file) => ["-f", file]);
};

/** Renders the chart with helm. @returns the manifests @throws CommandFailed  with the reason when the chart refuses the values */
export const render = async (args: readonly string[]): Promise<string> =>
  runCommand(await tool("helm"), [
    "template",
    "matinale",
    chart,
    "--kube-version",
    kubernetes,
    ...args,
  ]);
