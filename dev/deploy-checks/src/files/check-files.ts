import { access, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isMap, parse, parseAllDocuments, parseDocument } from "yaml";
import { z } from "zod";
import { serviceNames } from "@matinale/contracts";
import { completeProductFile } from "@matinale/kit/testing";
import { environmentProblems } from "../chart/environment.ts";
import type { Findings } from "../findings.ts";
import { parseDockerfile } from "../image/dockerfile.ts";
import { root } from "../places.ts";

const read = (file: string) => readFile(join(root, file), "utf8");

const compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      build: z
        .object({
          context: z.string(),
          target: z.string(),
          args: z.record(z.string(), z.string()).default({}),
        })
        .optional(),
      environment: z
        .record(
          z.string(),
          z
            .string()
            .nullable()
            .transform((value) => value ?? ""),
        )
        .default({}),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
      healthcheck: z.looseObject({}).optional(),
      mem_limit: z.string().optional(),
      volumes: z.array(z.string()).default([]),
      ports: z.array(z.string()).default([]),
      networks: z
        .union([z.array(z.string()), z.record(z.string(), z.unknown()).transform(Object.keys)])
        .default([]),
      configs: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
    }),
  ),
  configs: z.record(z.string(), z.object({ content: z.string() })).default({}),
  volumes: z.record(z.string(), z.null()),
});

/** Containers without a health check: they end when done, or their image contains no program for one. */
const withoutHealthCheck = new Set(["topics", "collector", "tempo"]);

const singleHost = "deploy/compose/compose.yaml";

/** The owner's files, beside compose.yaml. */
const ownersFiles = new Set(["deploy/compose/google.json", "deploy/compose/product.yaml"]);

const folderOf = (volume: string): string => volume.split(":")[0] ?? "";

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

const kind = z.object({
  kind: z.literal("Cluster"),
  apiVersion: z.literal("kind.x-k8s.io/v1alpha4"),
  name: z.string(),
  nodes: z.array(z.object({ role: z.enum(["control-plane", "worker"]) })),
});

type Settings = Readonly<Record<string, string>>;

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?why}` as Compose does. */
const interpolated = (text: string, settings: Settings) =>
  text.replaceAll(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_whole, name: string, fallback = "") => settings[name] || fallback,
  );

/** The settings of an installation on one machine, with a sample for each empty one. */
async function singleHostSettings(): Promise<Settings> {
  const lines = (await read("deploy/compose/settings.example")).matchAll(/^(\w+)=(.*)$/gm);
  const samples: Settings = {
    SITE_HOST: "matinale.example",
    VERSION: "v1.2.3",
    WHATSAPP_PHONE_NUMBER_ID: "123456789012345",
    WHATSAPP_BUSINESS_ACCOUNT_ID: "102290129340398",
    WHATSAPP_BUSINESS_NUMBER: "33123456789",
    SMTP_URL: "smtps://mail.example",
    MAIL_FROM: "Matinale <bonjour@matinale.example>",
    STRIPE_SECRET_KEY: "sk_live_sample",
    STRIPE_PUBLISHABLE_KEY: "pk_live_sample",
    STRIPE_WEBHOOK_SECRET: "whsec_sample",
    STRIPE_PRICE_ESSENTIAL: "price_one",
    STRIPE_PRICE_PREMIUM: "price_two",
    STRIPE_PRICE_PROFESSIONAL: "price_three",
  };
  return Object.fromEntries(
    [...lines].map(([, name = "", value = ""]) => [
      name,
      value || (samples[name] ?? "s".repeat(48)),
    ]),
  );
}

const readCompose = async (file: string, settings: Settings) =>
  compose.parse(parse(interpolated(await read(file), settings), { merge: true }));

async function composeProblems(
  file: string,
  stages: ReadonlySet<string>,
  settings: Settings = {},
): Promise<string[]> {
  const { services, volumes, configs } = await readCompose(file, settings);
  const defaults = { HOST: "0.0.0.0", PORT: "8080", METRICS_PORT: "9090" };
  return [
    ...serviceNames.flatMap((name) =>
      environmentProblems(name, {
        ...defaults,
        ...withoutEmpty(services[name]?.environment ?? {}),
        ...(file === singleHost && { PRODUCT_FILE: completeProductFile() }),
      }),
    ),
    ...Object.entries(services).flatMap(([name, service]) => [
      ...(service.mem_limit ? [] : [`${name} has no memory limit`]),
      ...(service.healthcheck || withoutHealthCheck.has(name)
        ? []
        : [`${name} has no health check`]),
      ...(service.build === undefined || stages.has(service.build.target)
        ? []
        : [`${name}: there is no stage ${service.build.target}`]),
      ...Object.keys(service.depends_on)
        .filter((other) => !services[other])
        .map((other) => `${name} waits for ${other}, which does not exist`),
      ...service.volumes
        .filter((volume) => !volume.startsWith("./"))
        .filter((volume) => !Object.hasOwn(volumes, folderOf(volume)))
        .map((volume) => `${name}: there is no volume ${volume}`),
      ...service.configs
        .filter(({ source }) => !Object.hasOwn(configs, source))
        .map(({ source }) => `${name}: there is no configuration ${source}`),
    ]),
    ...(await missingFiles(
      Object.values(services)
        .flatMap(({ volumes: mounted }) => mounted.filter((volume) => volume.startsWith("./")))
        .map((volume) => join(dirname(file), folderOf(volume)))
        .filter((path) => !ownersFiles.has(path)),
    )),
    ...Object.entries(configs).flatMap(([name, { content }]) =>
      isMap(parseDocument(content).contents) ? [] : [`the configuration ${name} is not YAML`],
    ),
  ];
}

/** Services other than Caddy that open a port, and stores that reach the internet. */
async function reachableProblems(file: string): Promise<string[]> {
  const { services } = await readCompose(file, await singleHostSettings());
  return Object.entries(services).flatMap(([name, { ports, networks }]) => [
    ...(name !== "caddy" && ports.length > 0 ? [`${name} opens a port`] : []),
    ...(["mongodb", "kafka", "redis"].includes(name) && networks.join() !== "inside"
      ? [`${name} is in other networks than inside`]
      : []),
  ]);
}

/** Actions that are not pinned by commit with their version beside it, and commands that do not exist. */
async function workflowProblems(): Promise<string[]> {
  const folder = ".github/workflows";
  const makefile = await read("Makefile");
  const pages = await Promise.all(
    (await readdir(join(root, folder))).map(async (file) => read(join(folder, file))),
  );
  const text = pages.join("\n");
  const matches = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);
  return [
    ...matches(/uses: (.*)$/gm)
      .filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
      .map((action) => `${action} is not pinned by commit with its version`),
    ...matches(/run: make ([\w-]+)/g)
      .filter((target) => !makefile.includes(`\n${target}:`))
      .map((target) => `there is no make ${target}`),
    ...(await missingFiles(matches(/run: (\.github\/[\w.-]+)/g))),
  ];
}

/** Checks docker-compose.yml, skaffold.yaml and k8s/ against the services, the chart and the Dockerfile. */
export async function checkFiles(findings: Findings): Promise<void> {
  const stages = new Set(parseDockerfile(await read("Dockerfile")).stages.map(({ name }) => name));
  await findings.check(
    "docker-compose.yml: each service gets its variables, limits and checks",
    async () => composeProblems("docker-compose.yml", stages),
  );
  await findings.check(
    "deploy/compose: each service gets its variables, limits and checks; only Caddy is reachable",
    async () => [
      ...(await composeProblems(singleHost, stages, await singleHostSettings())),
      ...(await reachableProblems(singleHost)),
    ],
  );
  await findings.check("workflows: actions are pinned, and what they run exists", workflowProblems);

  await findings.check(
    "skaffold.yaml: builds the images that it deploys, from existing files",
    async () => {
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
          .filter(
            (name) => !main?.build?.artifacts.some(({ image }) => image === `matinale-${name}`),
          )
          .map((name) => `matinale-${name} is not built`),
      ];
    },
  );

  await findings.check("k8s/kind.yaml: is valid", async () => {
    kind.parse(parse(await read("k8s/kind.yaml")));
  });
}

/** An empty variable counts as not set. */
const withoutEmpty = (env: Record<string, string>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));

async function missingFiles(files: readonly string[]): Promise<string[]> {
  const results = await Promise.all(
    files.map((file) =>
      access(join(root, file)).then(
        () => [],
        () => [`there is no ${file}`],
      ),
    ),
  );
  return results.flat();
}
