import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { serviceNames } from "@matinale/contracts";
import { missingFiles, read } from "../places.ts";

const release = z.looseObject({
  chartPath: z.string(),
  valuesFiles: z.array(z.string()),
  setValueTemplates: z.record(z.string(), z.string()),
});
const build = z.object({
  artifacts: z
    .array(
      z.looseObject({
        image: z.string(),
        docker: z.object({
          dockerfile: z.string(),
          target: z.string(),
          buildArgs: z.record(z.string(), z.string()).default({}),
        }),
      }),
    )
    .default([]),
});
const deploy = z.looseObject({ helm: z.looseObject({ releases: z.array(release) }).optional() });
const skaffold = z.looseObject({
  apiVersion: z.literal("skaffold/v4beta13"),
  metadata: z.object({ name: z.string() }),
  build: build.optional(),
  manifests: z.looseObject({ rawYaml: z.array(z.string()).default([]) }).optional(),
  deploy: deploy.optional(),
  profiles: z
    .array(z.looseObject({ name: z.string(), build: build.optional(), deploy: deploy.optional() }))
    .default([]),
});

/** Images that are deployed and not built, and files that do not exist. @param stages  of the Dockerfile */
export async function skaffoldProblems(stages: ReadonlySet<string>): Promise<string[]> {
  const configs = parseAllDocuments(await read("skaffold.yaml")).map((document) =>
    skaffold.parse(document.toJS()),
  );
  const main = configs.find(({ metadata }) => metadata.name === "matinale");
  const parts = configs.flatMap((config) => [config, ...config.profiles]);
  const artifacts = parts.flatMap((part) => part.build?.artifacts ?? []);
  const releases = parts.flatMap((part) => part.deploy?.helm?.releases ?? []);
  const images = releases.map(({ setValueTemplates }) =>
    Object.entries(setValueTemplates).toSorted(),
  );
  const wanted = serviceNames
    .map((name) => [`services.${name}.image`, `{{.IMAGE_FULLY_QUALIFIED_matinale_${name}}}`])
    .toSorted();
  const files = [
    ...artifacts.map(({ docker }) => docker.dockerfile),
    ...releases.flatMap(({ chartPath, valuesFiles }) => [
      join(chartPath, "Chart.yaml"),
      ...valuesFiles,
    ]),
    ...configs.flatMap(({ manifests }) => manifests?.rawYaml ?? []),
  ];
  return [
    ...(await missingFiles(files)),
    ...artifacts
      .filter(({ docker }) => !stages.has(docker.target))
      .map(({ image, docker }) => `${image}: there is no stage ${docker.target}`),
    ...["dev", "e2e", "prod"]
      .filter((name) => !main?.profiles.some((profile) => profile.name === name))
      .map((name) => `there is no profile ${name}`),
    ...images
      .filter((given) => JSON.stringify(given) !== JSON.stringify(wanted))
      .map((given) => `a release sets other images: ${JSON.stringify(given)}`),
    ...serviceNames
      .filter((name) => !main?.build?.artifacts.some(({ image }) => image === `matinale-${name}`))
      .map((name) => `matinale-${name} is not built`),
  ];
}
