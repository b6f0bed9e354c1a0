import { CommandFailed, runCommand } from "@matinale/dev-services";
import type { Manifest } from "./manifests.ts";
import { isProduction } from "./policy.ts";
import { kubernetes, tool } from "./tools.ts";

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
export async function kubeScoreProblems(
  file: string,
  objects: readonly Manifest[],
): Promise<string[]> {
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
    const lines = error instanceof CommandFailed ? error.output.trim().split("\n") : [];
    const problems = lines.filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line));
    if (problems.length === 0) throw error;
    return problems;
  }
}
