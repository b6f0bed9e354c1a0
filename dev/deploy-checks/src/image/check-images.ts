import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceNames, type ServiceName } from "@matinale/contracts";
import { freePort, runCommand, startDevServices } from "@matinale/dev-services";
import type { Findings } from "../findings.ts";
import { root } from "../places.ts";
import { filesIn, runDockerfile, type Built } from "./dockerfile-runner.ts";
import { productionEnvironment } from "./production-environment.ts";
import { whileRunning } from "./running-image.ts";

/** Two builds at a time: one uses the network and the disk while the other computes. */
const concurrency = 2;

/** The target `live` of `skaffold dev` is the same for all services, so one is enough to check it. */
const liveSample: ServiceName = "preferences";

/**
 * Runs the Dockerfile for every service and the simulator in plain folders, and starts the results with Kafka,
 * MongoDB and Redis. Not checked without Docker: the base image, tini, the user, the read-only root.
 */
export async function checkImages(findings: Findings): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), "matinale-images-"));
  const starting = startDevServices({ folder: join(work, "dev-services") });
  const prefix = `images.${process.pid}.`;
  const skipped = new Set<string>();

  const environment = async (name: ServiceName) =>
    productionEnvironment(name, await starting, prefix);
  const ready = (env: Record<string, string>) => `http://127.0.0.1:${env["METRICS_PORT"]}/readyz`;

  const build = await runDockerfile(root, work);
  const built = async (target: string, name: string): Promise<Built> => {
    const image = await build(target, name);
    for (const step of image.skipped) skipped.add(step);
    return image;
  };

  const service = (name: ServiceName) =>
    findings.check(`image ${name}: builds, starts, writes no file, stops`, async () => {
      const image = await built("service", name);
      const env = await environment(name);
      const started = Date.now();
      const problems = [
        ...(await unexpectedFiles(name, image)),
        ...(await whileRunning(image, {
          env,
          url: ready(env),
          check: () => checksWhileRunning[name]?.(image, env) ?? noProblems(),
        })),
        ...(await writtenFiles(image.folder, started)),
        ...(name === liveSample
          ? await whileRunning(await built("live", name), {
              env,
              url: ready(env),
              check: noProblems,
            })
          : []),
      ];
      await rm(join(work, name), { recursive: true });
      return problems;
    });
  const simulator = () =>
    findings.check("image simulator: builds, starts, stops", async () => {
      const port = String(await freePort());
      const env = { HOST: "127.0.0.1", PHONE_PORT: port, MAIL_PORT: "0" };
      const url = `http://127.0.0.1:${port}/`;
      return whileRunning(await built("simulator", ""), { env, url, check: noProblems });
    });

  const checks = [...serviceNames.map((name) => () => service(name)), simulator];
  const runChecks = async () => {
    for (let next = checks.shift(); next; next = checks.shift()) await next();
  };
  try {
    await Promise.all([starting, ...Array.from({ length: concurrency }, runChecks)]);
    process.stdout.write(`  not run, because they need Docker: ${[...skipped].join(" · ")}\n`);
  } finally {
    await (await starting).stop();
    await rm(work, { recursive: true, force: true });
  }
}

type Check = (built: Built, env: Record<string, string>) => Promise<string[]>;

const checksWhileRunning: Partial<Record<ServiceName, Check>> = {
  gateway: (_built, env) => servesSite(env["PORT"] ?? ""),
  billing: operatorsTools,
  content: operatorsTools,
  delivery: operatorsTools,
};

/** A job of the chart creates the topics; operators run the CLI in a pod. */
async function operatorsTools({ folder, env }: Built, own: Record<string, string>) {
  const options = { cwd: folder, env: { PATH: process.env["PATH"], ...env, ...own } };
  await runCommand("node", ["packages/bus/dist/create-topics.js"], options);
  await runCommand("node", ["packages/ops-cli/dist/main.js", "dlq-list"], options);
  return [];
}

const noProblems = async (): Promise<string[]> => [];

async function unexpectedFiles(name: ServiceName, { folder }: Built): Promise<string[]> {
  const files = await filesIn(folder);
  const wrong = files.filter(
    (path) =>
      path.startsWith("dev/") ||
      /(?<!\.d)\.tsx?$/.test(path) ||
      (path.startsWith("services/") && !path.startsWith(`services/${name}/`)) ||
      (path.startsWith("web/") && name !== "gateway"),
  );
  const tools = ["node", "typescript", "vitest", "vite", "oxlint"].filter((tool) =>
    existsSync(join(folder, "node_modules", tool)),
  );
  return [
    ...[...wrong, ...tools].map((path) => `should not contain ${path}`),
    ...(await namesOfSources(folder, files)),
  ];
}

/** Files started or read by their path: the compiler renames only what is imported. */
async function namesOfSources(folder: string, files: readonly string[]): Promise<string[]> {
  const compiled = files.filter((path) => path.endsWith(".js") && !path.startsWith("web/"));
  const texts = await Promise.all(compiled.map((path) => readFile(join(folder, path), "utf8")));
  return compiled
    .filter((_, index) => /\.ts["'`]\s*,\s*import\.meta/.test(texts[index] ?? ""))
    .map((path) => `${path} names a .ts file, which the image does not contain`);
}

async function servesSite(port: string): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const page = await response.text();
  return page.includes('<div id="root"') ? [] : [`/ returns ${response.status} without the site`];
}

/** Files that were written while it ran, which a read-only root would prevent. */
async function writtenFiles(folder: string, since: number): Promise<string[]> {
  const files = await filesIn(folder);
  const times = await Promise.all(files.map((path) => stat(join(folder, path))));
  return files
    .filter((_, index) => (times[index]?.mtimeMs ?? 0) > since)
    .map((path) => `writes ${path}`);
}
