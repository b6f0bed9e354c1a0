import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { failsWith, messageOf, type Findings } from "../findings.ts";
import { root } from "../places.ts";
import { environmentProblems, environmentsIn } from "./environment.ts";
import { invalidValues } from "./invalid-values.ts";
import { manifestsOf, type Manifest } from "./manifests.ts";
import { isProduction, policyViolations } from "./policy.ts";
import { renderedValues } from "./rendered-values.ts";
import { kubernetes, kubernetesSchemas, tool } from "./tools.ts";

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
const ownersFile = "ci/product-values.yaml";

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

/** Renders the chart with every values file and checks the manifests: schemas, policy and environments. */
export async function checkChart(findings: Findings): Promise<void> {
  const [helm, kubeconform, schemas] = [
    await tool("helm"),
    await tool("kubeconform"),
    await kubernetesSchemas(),
  ];
  const folder = await mkdtemp(join(tmpdir(), "matinale-chart-"));
  try {
    await findings.check("every values file is rendered by a check", () => unrenderedFiles());
    for (const [index, files] of installations.entries()) {
      const title = files.join(" + ");
      const file = join(folder, `${index}-${files.at(-1)?.replaceAll("/", "-")}`);
      let objects: Manifest[] = [];
      await findings.check(`${title}: is rendered`, async () => {
        const lint = ["lint", "--strict", "--quiet", "--kube-version", kubernetes, chart];
        await runCommand(helm, [...lint, ...given(files)]);
        const text = await render(given(files));
        await writeFile(file, text);
        objects = manifestsOf(text);
      });
      await findings.check(`${title}: follows the policy`, async () => [
        ...policyViolations(objects),
        ...(await kubeScoreProblems(file, objects)),
      ]);
      await findings.check(`${title}: each service gets exactly the variables that it knows`, () =>
        environmentsIn(objects).flatMap(([service, env]) => environmentProblems(service, env)),
      );
    }
    await findings.check(
      `the schemas of Kubernetes ${kubernetes} accept every manifest`,
      async () => {
        const own = join(root, "dev/deploy-checks/schemas/{{.ResourceKind}}{{.KindSuffix}}.json");
        const places = ["-schema-location", schemas, "-schema-location", own];
        const development = join(root, "k8s/simulator.yaml");
        await runCommand(kubeconform, ["-strict", ...places, development, folder]);
      },
    );
    for (const [name, set, lines] of renderedValues) {
      await findings.check(`rendered: ${name}`, async () => {
        const values = [...given(["ci/production-values.yaml"]), "--set", set.join(",")];
        return (await render(values)).includes(lines) ? [] : [`expected ${lines}`];
      });
    }
    for (const { name, settings, error } of invalidValues) {
      await findings.check(`refused: ${name}`, async () => {
        const values = [...given(["ci/production-values.yaml"]), "--set", settings];
        return failsWith(error, render(values));
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks of kube-score that do not fit the chart, which leaves these choices to the cluster. */
const ignoredChecks = [
  "container-ephemeral-storage-request-and-limit",
  "container-image-pull-policy",
  "container-security-context-user-group-id",
  "deployment-has-host-podantiaffinity",
  "deployment-replicas",
  // An installation may have no network policies. If it has some, chart/network-rules.ts checks them.
  "pod-networkpolicy",
  "statefulset-has-servicename",
];

/** Findings of kube-score, such as containers without memory limits. */
async function kubeScoreProblems(file: string, objects: readonly Manifest[]): Promise<string[]> {
  const ignored = isProduction(objects)
    ? ignoredChecks
    : // In development, changed files are copied into the container.
      [...ignoredChecks, "container-security-context-readonlyrootfilesystem"];
  const options = [
    "--output-format=ci",
    `--kubernetes-version=v${kubernetes.replace(/\.\d+$/, "")}`,
    "--ignore-container-cpu-limit",
    "--exit-one-on-warning",
    ...ignored.map((name) => `--ignore-test=${name}`),
  ];
  try {
    await runCommand(await tool("kube-score"), ["score", ...options, file]);
    return [];
  } catch (error) {
    const lines = messageOf(error).split("\n");
    const problems = lines.filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line));
    if (problems.length === 0) throw error;
    return problems;
  }
}

async function unrenderedFiles(): Promise<string[]> {
  const files = [
    ...(await readdir(chart)).filter((name) => /^values-.*\.yaml$/.test(name)),
    ...(await readdir(join(chart, "ci"))).map((name) => `ci/${name}`),
  ];
  return files
    .filter((file) => file !== ownersFile)
    .filter((file) => !installations.some((names) => names.includes(file)))
    .map((file) => `${file} is rendered by no check`);
}
