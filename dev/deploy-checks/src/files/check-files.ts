import type { Findings } from "../findings.ts";
import { parseDockerfile } from "../image/dockerfile.ts";
import { composeProblems, singleHostProblems } from "./compose.ts";
import { read } from "../places.ts";
import { skaffoldProblems } from "./skaffold.ts";
import { workflowProblems } from "./workflows.ts";

/** Checks the files beside the chart that build, start or deploy the product. */
export async function checkFiles(findings: Findings): Promise<void> {
  const stages = new Set(parseDockerfile(await read("Dockerfile")).stages.map(({ name }) => name));
  await findings.check(
    "docker-compose.yml: each service gets its variables, limits and checks",
    () => composeProblems("docker-compose.yml", stages),
  );
  await findings.check(
    "deploy/compose: each service gets its variables, limits and checks; only Caddy is reachable",
    () => singleHostProblems(stages),
  );
  await findings.check("workflows: actions are pinned, and what they run exists", workflowProblems);
  await findings.check(
    "skaffold.yaml: builds the images that it deploys, from existing files",
    () => skaffoldProblems(stages),
  );
}
