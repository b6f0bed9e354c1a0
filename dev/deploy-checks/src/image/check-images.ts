import { existsSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceNames, type ServiceName } from "@matinale/contracts";
import { freePort, runCommand, startDevServices } from "@matinale/dev-services";
import type { Findings } from "../findings.ts";
import { root } from "../places.ts";
import { filesIn, runDockerfile, type Build, type Built } from "./dockerfile-runner.ts";
import { productionEnvironment } from "./production-environment.ts";
import { keepsStripper, whileRunning } from "./running-image.ts";

/** One uses the network and the disk while another computes. */
const atOnce = 2;

/** The target for `skaffold dev` differs in its command only, so it is tried with one service. */
const standsForAll: ServiceName = "preferences";

/**
 * Follows the Dockerfile for every service and the simulator in plain folders, and starts what comes out of it
 * against Kafka, MongoDB and Redis. Not proven without Docker: the base image, tini, the user, the read-only root.
 */
export async function checkImages(findings: Findings): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), "matinale-images-"));
  const starting = startDevServices({ folder: join(work, "backing") });
  const prefix = `images.${process.pid}.`;
  const skipped = new Set<string>();

  const environment = async (name: ServiceName) =>
    productionEnvironment(name, await starting, prefix);
  const ready = (env: Record<string, string>) => `http://127.0.0.1:${env["METRICS_PORT"]}/readyz`;

  const image = async (name: string, run: (build: Build) => Promise<string[]>) => {
    const folder = join(work, name);
    const build = await runDockerfile({ context: root, args: { SERVICE: name }, work: folder });
    try {
      return await run(async (target) => {
        const built = await build(target);
        for (const step of built.skipped) skipped.add(step);
        return built;
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  const service = (name: ServiceName) =>
    findings.check(`image ${name}: is built, starts, writes nothing, stops`, () =>
      image(name, async (build) => {
        const built = await build("service");
        const env = await environment(name);
        const started = Date.now();
        return [
          ...(await contents(name, built)),
          ...(await whileRunning(built, {
            env: { ...env, ...keepsStripper.env },
            url: ready(env),
            look: () => looks[name]?.(built, env) ?? noComplaint(),
            unsaid: keepsStripper.says,
          })),
          ...(await written(built.folder, started)),
          ...(name === standsForAll ? await reloading(await build("live"), env) : []),
        ];
      }),
    );
  const reloading = (built: Built, env: Record<string, string>) =>
    whileRunning(built, { env, url: ready(env), look: noComplaint });

  const simulator = () =>
    findings.check("image simulator: is built, starts, stops", () =>
      image("simulator", async (build) => {
        const port = String(await freePort());
        const env = { HOST: "127.0.0.1", PHONE_PORT: port };
        const url = `http://127.0.0.1:${port}/`;
        return whileRunning(await build("simulator"), { env, url, look: noComplaint });
      }),
    );

  const checks = [...serviceNames.map((name) => () => service(name)), simulator];
  const lane = async () => {
    for (let next = checks.shift(); next; next = checks.shift()) await next();
  };
  try {
    await Promise.all([starting, ...Array.from({ length: atOnce }, lane)]);
    process.stdout.write(`  not run, for want of Docker: ${[...skipped].join(" · ")}\n`);
  } finally {
    await (await starting).stop();
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

/** The job of the chart runs the first, operators run the second, in a pod with its variables. */
async function operatorsTools({ folder, env }: Built, own: Record<string, string>) {
  const options = { cwd: folder, env: { PATH: process.env["PATH"], ...env, ...own } };
  await runCommand("node", ["packages/bus/src/create-topics.ts"], options);
  await runCommand("node", ["packages/ops-cli/src/main.ts", "dlq-list"], options);
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
