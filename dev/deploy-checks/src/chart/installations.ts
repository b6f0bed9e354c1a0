import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
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

/** With the owner's file, for installations in production. */
export const ownersFile = "ci/product-values.yaml";

/** Values files of the chart, as arguments of helm. */
export const given = (files: readonly string[]): string[] =>
  (files.some((file) => development.has(file)) ? files : [ownersFile, ...files]).flatMap((file) => [
    "-f",
    join(chart, file),
  ]);

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
