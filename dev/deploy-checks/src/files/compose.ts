import { dirname, join } from "node:path";
import { isMap, parse, parseDocument } from "yaml";
import { z } from "zod";
import { serviceNames } from "@matinale/contracts";
import { shutdownMs } from "@matinale/kit";
import { completeProductFile } from "@matinale/kit/testing";
import { environmentProblems, samples } from "../chart/environment.ts";
import { missingFiles, read } from "../places.ts";

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
      stop_grace_period: z.string().default("10s"),
      read_only: z.boolean().default(false),
      cap_drop: z.array(z.string()).default([]),
      security_opt: z.array(z.string()).default([]),
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
  const known: Settings = {
    ...samples,
    SITE_HOST: "matinale.example",
    VERSION: "v1.2.3",
    WHATSAPP_PHONE_NUMBER_ID: "123456789012345",
    WHATSAPP_BUSINESS_ACCOUNT_ID: "102290129340398",
    WHATSAPP_BUSINESS_NUMBER: "33123456789",
    WAHA_URL: "https://waha.example",
    OPENAI_REASONING_EFFORT: "low",
    OPENAI_BASE_URL: "https://models.example/v1",
    TTS_ENDPOINT: "https://voices.example",
    SPEECH_VOICE_FR_FEMALE: "fr-FR-Chirp3-HD-Kore",
    SPEECH_VOICE_FR_MALE: "fr-FR-Chirp3-HD-Charon",
    SPEECH_VOICE_EN_FEMALE: "en-GB-Chirp3-HD-Kore",
    SPEECH_VOICE_EN_MALE: "en-GB-Chirp3-HD-Charon",
    MAIL_FROM: "Matinale <bonjour@matinale.example>",
    STRIPE_PUBLISHABLE_KEY: "pk_live_sample",
    STRIPE_PRICE_ESSENTIAL: "price_one",
    STRIPE_PRICE_PREMIUM: "price_two",
    STRIPE_PRICE_PROFESSIONAL: "price_three",
    STRIPE_TAX: "on",
    STRIPE_PROMOTION_CODES: "on",
    WHATSAPP_MESSAGES_PER_SECOND: "250",
    MODEL_TOKENS_PER_DAY: "1000000",
    SPEECH_CHARACTERS_PER_DAY: "1000000",
    DELIVERY_RETENTION_DAYS: "90",
  };
  return Object.fromEntries(
    [...lines].map(([, name = "", value = ""]) => [name, value || (known[name] ?? "s".repeat(48))]),
  );
}

const readCompose = async (file: string, settings: Settings) =>
  compose.parse(parse(interpolated(await read(file), settings), { merge: true }));

export async function composeProblems(
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
    ...serviceNames
      .filter((name) => 1_000 * parseInt(services[name]?.stop_grace_period ?? "", 10) < shutdownMs)
      .map((name) => `${name} is killed before it has shut down`),
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

const stores = new Set(["mongodb", "kafka", "redis"]);

/**
 * Problems of the installation on one machine. Besides those of any Compose file: services other than Caddy that open
 * a port, stores that reach the internet, containers with more rights than they need, and settings without effect.
 */
export async function singleHostProblems(stages: ReadonlySet<string>): Promise<string[]> {
  const settings = await singleHostSettings();
  const text = await read(singleHost);
  const { services } = await readCompose(singleHost, settings);
  return [
    ...(await composeProblems(singleHost, stages, settings)),
    ...Object.entries(services).flatMap(([name, { ports, networks, ...container }]) => [
      ...(name !== "caddy" && ports.length > 0 ? [`${name} opens a port`] : []),
      ...(stores.has(name) && networks.join() !== "inside"
        ? [`${name} is in other networks than inside`]
        : []),
      ...(stores.has(name) ||
      (container.read_only &&
        container.cap_drop.includes("ALL") &&
        container.security_opt.includes("no-new-privileges:true"))
        ? []
        : [`${name} may write its files or gain rights`]),
    ]),
    ...Object.keys(settings)
      .filter((name) => !text.includes(`\${${name}`))
      .map((name) => `the setting ${name} has no effect`),
  ];
}

/** An empty variable counts as not set. */
const withoutEmpty = (env: Record<string, string>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
