import { existsSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceNames, type ServiceName } from "@matinale/contracts";
import { freePort, runCommand, startBacking, type Backing } from "@matinale/backing";
import type { Findings } from "../findings.ts";
import { root } from "../places.ts";
import { filesIn, followRecipe, type Built } from "./follow-recipe.ts";
import { whileRunning } from "./running-image.ts";

/**
 * Follows the Dockerfile for every service and the simulator in plain folders, and starts what comes out of it
 * against Kafka, MongoDB and Redis. Not proven without Docker: the base image, tini, the user, the read-only root.
 */
export async function checkImages(findings: Findings): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), "matinale-images-"));
  const backing = await startBacking({ folder: join(work, "backing") });
  const skipped = new Set<string>();
  const prefix = `images.${process.pid}.`;
  const recipe = async (target: string, service: string) => {
    const folder = join(work, service);
    const built = await followRecipe({
      context: root,
      target,
      args: { SERVICE: service },
      work: folder,
    });
    for (const step of built.skipped) skipped.add(step);
    return built;
  };
  try {
    for (const name of serviceNames) {
      await findings.check(`image ${name}: is built, starts, writes nothing, stops`, async () => {
        const built = await recipe("service", name);
        if (name === "delivery") await createTopics(built, backing, prefix);
        const env = await environmentOf(name, backing, prefix);
        const started = Date.now();
        return [
          ...(await contents(name, built)),
          ...(await whileRunning(built, {
            env,
            url: `http://127.0.0.1:${env["METRICS_PORT"]}/readyz`,
            look: () => looks[name]?.(built, env) ?? noComplaint(),
          })),
          ...(await written(built.folder, started)),
        ];
      });
      await rm(join(work, name), { recursive: true, force: true });
    }
    await findings.check("image simulator: is built, starts, stops", async () => {
      const port = String(await freePort());
      const env = { HOST: "127.0.0.1", PHONE_PORT: port };
      const url = `http://127.0.0.1:${port}/`;
      return whileRunning(await recipe("simulator", "simulator"), { env, url, look: noComplaint });
    });
    process.stdout.write(`  not run, for want of Docker: ${[...skipped].join(" · ")}\n`);
  } finally {
    await backing.stop();
    await rm(work, { recursive: true, force: true });
  }
}

type Look = (built: Built, env: Record<string, string>) => Promise<string[]>;

/** What an image can do beside being ready. */
const looks: Partial<Record<ServiceName, Look>> = {
  gateway: (_built, env) => servesSite(env["PORT"] ?? ""),
  billing: operatorsTools,
  content: operatorsTools,
  delivery: operatorsTools,
};

/** Operators run them in a pod, with its variables. */
async function operatorsTools({ folder, env }: Built, own: Record<string, string>) {
  const variables = { PATH: process.env["PATH"], ...env, ...own };
  await runCommand("node", ["packages/operate/src/main.ts", "dlq-list"], {
    cwd: folder,
    env: variables,
  });
  return [];
}

const noComplaint = async (): Promise<string[]> => [];

async function contents(name: ServiceName, { folder }: Built): Promise<string[]> {
  const files = await filesIn(folder);
  const wrong = files.filter(
    (path) =>
      path.startsWith("dev/") ||
      /\.test\.tsx?$/.test(path) ||
      (path.startsWith("services/") && !path.startsWith(`services/${name}/`)) ||
      (path.startsWith("web/") && name !== "gateway"),
  );
  const tools = ["node", "typescript", "vitest", "vite", "oxlint"].filter((tool) =>
    existsSync(join(folder, "node_modules", tool)),
  );
  return [...wrong, ...tools].map((path) => `should not hold ${path}`);
}

async function servesSite(port: string): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  const page = await answer.text();
  return page.includes('<div id="root"') ? [] : [`/ answers ${answer.status}, not the site`];
}

/** Files that a read-only root would not have let it write. */
async function written(folder: string, since: number): Promise<string[]> {
  const files = await filesIn(folder);
  const times = await Promise.all(files.map((path) => stat(join(folder, path))));
  return files
    .filter((_, index) => (times[index]?.mtimeMs ?? 0) > since)
    .map((path) => `writes ${path}`);
}

async function createTopics({ folder, env }: Built, backing: Backing, prefix: string) {
  await runCommand("node", ["packages/bus/src/create-topics.ts"], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      ...env,
      KAFKA_BROKERS: backing.kafka.url,
      KAFKA_PREFIX: prefix,
    },
  });
}

/** As in production, with one environment for all: each service takes what it knows. */
async function environmentOf(
  name: ServiceName,
  backing: Backing,
  prefix: string,
): Promise<Record<string, string>> {
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const urls = serviceNames.map((service) => [`${service.toUpperCase()}_URL`, nowhere]);
  return {
    ...Object.fromEntries(urls),
    HOST: "127.0.0.1",
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    LOG_LEVEL: "warn",
    PUBLIC_URL: "https://matinale.example",
    INTERNAL_TOKEN_SECRET: "internal-token-secret-of-image-checks",
    SESSION_SECRET: "session-secret-of-image-checks-only",
    MEDIA_SECRET: "media-secret-of-the-image-checks-only",
    REDIS_URL: backing.redis.url,
    MONGODB_URI: backing.mongodb.url,
    MONGODB_DATABASE: `matinale_images_${name}`,
    KAFKA_BROKERS: backing.kafka.url,
    KAFKA_PREFIX: prefix,
    FEED_CATALOGUE_URL: `${nowhere}/catalogue.json`,
    WHATSAPP_API_URL: nowhere,
    WHATSAPP_PHONE_NUMBER_ID: "1",
    WHATSAPP_BUSINESS_NUMBER: "33700000000",
    APP_URL: "https://matinale.example",
    WHATSAPP_TOKEN: "token",
    WHATSAPP_APP_SECRET: "app-secret",
    WHATSAPP_VERIFY_TOKEN: "verify-token",
  };
}
