import { join } from "node:path";
import { serviceNames } from "@matinale/contracts";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { stagesOf } from "../image/dockerfile.ts";
import { missingFiles, read } from "../places.ts";

const release = z.looseObject({
  chartPath: z.string(),
  valuesFiles: z.array(z.string()),
  setValueTemplates: z.record(z.string(), z.string()),
});
const artifact = z.looseObject({
  image: z.string(),
  docker: z.looseObject({ dockerfile: z.string(), target: z.string() }),
});
const part = z.looseObject({
  build: z.looseObject({ artifacts: z.array(artifact).default([]) }).optional(),
  deploy: z
    .looseObject({ helm: z.looseObject({ releases: z.array(release) }).optional() })
    .optional(),
});
const skaffold = part.extend({
  apiVersion: z.literal("skaffold/v4beta13"),
  metadata: z.object({ name: z.string() }),
  manifests: z.looseObject({ rawYaml: z.array(z.string()).default([]) }).optional(),
  profiles: z.array(part.extend({ name: z.string() })).default([]),
});

const configs = parseAllDocuments(read("skaffold.yaml")).map((document) =>
  skaffold.parse(document.toJS()),
);
const main = configs.find(({ metadata }) => metadata.name === "matinale");
const parts = configs.flatMap((config) => [config, ...config.profiles]);
const artifacts = parts.flatMap(({ build }) => build?.artifacts ?? []);
const releases = parts.flatMap(({ deploy }) => deploy?.helm?.releases ?? []);

test("uses files and stages of the Dockerfile that exist", () => {
  const files = [
    ...artifacts.map(({ docker }) => docker.dockerfile),
    ...releases.flatMap(({ chartPath, valuesFiles }) => [
      join(chartPath, "Chart.yaml"),
      ...valuesFiles,
    ]),
    ...configs.flatMap(({ manifests }) => manifests?.rawYaml ?? []),
  ];
  expect(missingFiles(files)).toEqual([]);
  const stages = stagesOf(read("Dockerfile"));
  expect(artifacts.filter(({ docker }) => !stages.has(docker.target))).toEqual([]);
});

test("has the profiles dev, e2e and prod", () => {
  const profiles = main?.profiles.map(({ name }) => name);
  expect(profiles).toEqual(expect.arrayContaining(["dev", "e2e", "prod"]));
});

test("builds the image of every service, and every release takes those images", () => {
  const built = main?.build?.artifacts.map(({ image }) => image);
  expect(built).toEqual(expect.arrayContaining(serviceNames.map((name) => `matinale-${name}`)));
  const images = Object.fromEntries(
    serviceNames.map((name) => [
      `services.${name}.image`,
      `{{.IMAGE_FULLY_QUALIFIED_matinale_${name}}}`,
    ]),
  );
  expect(releases).not.toEqual([]);
  for (const { setValueTemplates } of releases) expect(setValueTemplates).toEqual(images);
});
