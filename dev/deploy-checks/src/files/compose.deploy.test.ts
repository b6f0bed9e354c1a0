import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { serviceNames, type ServiceName } from "@matinale/contracts";
import { shutdownMs } from "@matinale/kit";
import { completeProductFile, removeProductFiles } from "@matinale/kit/testing";
import { afterAll, describe, expect, test } from "vitest";
import { isMap, parse, parseDocument } from "yaml";
import { z } from "zod";
import { environmentProblems, samples } from "../chart/environment.ts";
import { spansOf } from "../docs/markdown.ts";
import { stagesOf } from "../image/dockerfile.ts";
import { missingFiles, read, root } from "../places.ts";

afterAll(removeProductFiles);

const compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      build: z.looseObject({ target: z.string() }).optional(),
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

const stores = new Set(["mongodb", "kafka", "redis"]);

const folderOf = (volume: string): string => volume.split(":")[0] ?? "";

type Settings = Readonly<Record<string, string>>;

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?why}` as Compose does. */
const interpolated = (text: string, settings: Settings) =>
  text.replaceAll(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_whole, name: string, fallback = "") => settings[name] || fallback,
  );

/** The settings of an installation on one machine, with a sample for each empty one. */
function singleHostSettings(): Settings {
  const lines = read("deploy/compose/settings.example").matchAll(/^(\w+)=(.*)$/gm);
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
    WHATSAPP_API_URL: "https://graph.example",
    FEED_CATALOGUE_URL: "https://feeds.example/catalogue.json",
    FEED_ALLOWED_HOSTS: "feeds.example:8080",
    FEED_POLL_SECONDS: "300",
    PREVIEWS_PER_USER: "10",
    MANUAL_DELIVERIES_PER_HOUR: "2",
    SENDER_PROBE_SECONDS: "30",
  };
  return Object.fromEntries(
    [...lines].map(([, name = "", value = ""]) => [name, value || (known[name] ?? "s".repeat(48))]),
  );
}

function readCompose(file: string, settings: Settings) {
  const project = compose.parse(parse(interpolated(read(file), settings), { merge: true }));
  const containers = Object.entries(project.services).map(([name, each]) => ({ name, ...each }));
  /** The names of the containers for which this is not true. */
  const unless = (isRight: (container: (typeof containers)[number]) => unknown) =>
    containers.filter((container) => !isRight(container)).map(({ name }) => name);
  return { ...project, containers, unless };
}

/** The variables of the chart's pods that are not secret, each with the value from which it comes. */
function chartVariables(): Map<string, string> {
  let section = "";
  const found = new Map<string, string>();
  for (const line of read("charts/matinale/templates/_env.tpl").split("\n")) {
    section = /with \.root\.Values\.(\w+)/.exec(line)?.[1] ?? section;
    const [, variable, value] = /^(\w+): \{\{.*? \.([\w.]+)/.exec(line) ?? [];
    if (variable === undefined || value === undefined) continue;
    const absolute = value.split("root.Values.")[1];
    found.set(variable, absolute ?? `${section}.${value}`);
  }
  return found;
}

/** An empty variable counts as not set. */
const withoutEmpty = (env: Record<string, string>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));

const settings = singleHostSettings();

describe.each([
  { file: "docker-compose.yml", given: {}, mounted: {} },
  { file: singleHost, given: settings, mounted: { PRODUCT_FILE: completeProductFile() } },
])("$file", ({ file, given, mounted }) => {
  const { services, volumes, configs, containers, unless } = readCompose(file, given);

  test.each(serviceNames)("gives %s exactly the variables that it knows", (name) => {
    const defaults = { HOST: "0.0.0.0", PORT: "8080", METRICS_PORT: "9090" };
    const set = withoutEmpty(services[name]?.environment ?? {});
    expect(environmentProblems(name, { ...defaults, ...set, ...mounted })).toEqual([]);
  });

  test("gives each service the time to shut down", () => {
    const graceMs = (name: ServiceName) =>
      1_000 * parseInt(services[name]?.stop_grace_period ?? "", 10);
    expect(serviceNames.filter((name) => !(graceMs(name) >= shutdownMs))).toEqual([]);
  });

  test("limits the memory of each container, and checks its health", () => {
    expect(unless(({ mem_limit }) => mem_limit)).toEqual([]);
    expect(unless(({ name, healthcheck }) => healthcheck || withoutHealthCheck.has(name))).toEqual(
      [],
    );
  });

  test("names only stages, containers, volumes, configurations and files that exist", () => {
    const stages = stagesOf(read("Dockerfile"));
    expect(unless(({ build }) => !build || stages.has(build.target))).toEqual([]);
    const named = containers.flatMap(({ depends_on }) => Object.keys(depends_on));
    expect(named.filter((name) => !services[name])).toEqual([]);
    const sources = containers.flatMap((container) =>
      container.configs.map(({ source }) => source),
    );
    expect(sources.filter((source) => !configs[source])).toEqual([]);
    const places = containers.flatMap((container) => container.volumes.map(folderOf));
    const isFile = (place: string) => place.startsWith("./");
    const kept = places.filter((place) => !isFile(place) && !Object.hasOwn(volumes, place));
    expect(kept).toEqual([]);
    const files = places.filter(isFile).map((place) => join(dirname(file), place));
    expect(missingFiles(files.filter((path) => !ownersFiles.has(path)))).toEqual([]);
  });

  test("has configurations in YAML", () => {
    const isYaml = (name: string) => isMap(parseDocument(configs[name]?.content ?? "").contents);
    expect(Object.keys(configs).filter((name) => !isYaml(name))).toEqual([]);
  });
});

describe(`${singleHost}, on the internet`, () => {
  const { unless } = readCompose(singleHost, settings);

  test("only Caddy opens a port, and no store reaches the internet", () => {
    expect(unless(({ name, ports }) => name === "caddy" || ports.length === 0)).toEqual([]);
    expect(
      unless(({ name, networks }) => !stores.has(name) || networks.join() === "inside"),
    ).toEqual([]);
  });

  test("containers other than the stores write none of their files and gain no rights", () => {
    const unbound = unless(
      ({ name, read_only, cap_drop, security_opt }) =>
        stores.has(name) ||
        (read_only && cap_drop.includes("ALL") && security_opt.includes("no-new-privileges:true")),
    );
    expect(unbound).toEqual([]);
  });

  test("every setting has an effect", () => {
    const text = read(singleHost);
    expect(Object.keys(settings).filter((name) => !text.includes(`\${${name}`))).toEqual([]);
  });

  test("has the variables of all settings that a runbook or docs/going-live.md names", () => {
    const pages = ["docs/going-live.md", ...globSync("docs/runbooks/*.md", { cwd: root })];
    const named = [...new Set(pages.flatMap((page) => spansOf(read(page))))];
    const isNamed = (value: string) =>
      named.some((span) => `${value}.`.startsWith(`${span.replace(/: .*/, "")}.`));
    const ofValues = [...chartVariables()].flatMap(([variable, value]) =>
      isNamed(value) ? variable : [],
    );
    const variables = new Set(read("docs/configuration.md").match(/^\| \S*`[A-Z_]+`/gm));
    const wanted = [...ofValues, ...named.filter((span) => variables.has(`| \`${span}\``))];
    expect(wanted).toEqual(expect.arrayContaining(["FEED_CATALOGUE_URL", "PREVIEWS_PER_USER"]));
    const text = read(singleHost);
    expect(wanted.filter((name) => !text.includes(name))).toEqual([]);
  });
});
