import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceNames, type ServiceName } from "@matinale/contracts";
import {
  type DevServices,
  freePort,
  runCommand,
  startTemporaryDevServices,
} from "@matinale/dev-services";
import { removeProductFiles } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { root } from "../places.ts";
import { type Build, type Built, filesIn, runDockerfile } from "./dockerfile-runner.ts";
import { productionEnvironment } from "./production-environment.ts";
import { whileRunning } from "./running-image.ts";

// Not checked without Docker: the base image, tini, the user, the read-only root.

// Two builds at a time: one uses the network and the disk while the other computes.
vi.setConfig({ maxConcurrency: 2 });

/** The target `live` of `skaffold dev` is the same for all services, so one is enough to check it. */
const liveSample: ServiceName = "preferences";

const skipped = new Set<string>();
let work: string;
let starting: Promise<DevServices>;
let build: Build;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "matinale-images-"));
  starting = startTemporaryDevServices("image-services");
  build = await runDockerfile(root, work);
});
afterAll(async () => {
  process.stdout.write(`  not run, because they need Docker: ${[...skipped].join(" · ")}\n`);
  await (await starting).stop();
  await rm(work, { recursive: true, force: true });
  removeProductFiles();
});

async function built(target: string, service: string): Promise<Built> {
  const image = await build(target, service);
  for (const step of image.skipped) skipped.add(step);
  return image;
}

test.concurrent.each(serviceNames)("%s builds, starts, writes no file, stops", async (name) => {
  const image = await built("service", name);
  const env = await productionEnvironment(name, await starting, `images.${process.pid}.`);
  const url = `http://127.0.0.1:${env["METRICS_PORT"]}/readyz`;
  expect(await unexpectedFiles(name, image)).toEqual([]);
  const started = Date.now();
  await whileRunning(image, {
    env,
    url,
    check: async () => checksWhileRunning[name]?.(image, env),
  });
  expect(await writtenFiles(image.folder, started)).toEqual([]);
  if (name === liveSample) await whileRunning(await built("live", name), { env, url });
  await rm(join(work, name), { recursive: true });
});

test.concurrent("the simulator builds, starts, stops", async () => {
  const port = String(await freePort());
  const env = { HOST: "127.0.0.1", PHONE_PORT: port, MAIL_PORT: "0" };
  const url = `http://127.0.0.1:${port}/`;
  const check = async () => expect(await (await fetch(url)).text()).toContain("<html");
  await whileRunning(await built("simulator", ""), { env, url, check });
});

type Check = (built: Built, env: Record<string, string>) => Promise<void>;

const checksWhileRunning: Partial<Record<ServiceName, Check>> = {
  gateway: servesSite,
  billing: operatorsTools,
  content: operatorsTools,
  delivery: operatorsTools,
};

/** A job of the chart creates the topics; operators run the CLI in a pod. */
async function operatorsTools({ folder, env }: Built, own: Record<string, string>) {
  const options = { cwd: folder, env: { PATH: process.env["PATH"], ...env, ...own } };
  await runCommand("node", ["packages/bus/dist/create-topics.js"], options);
  await runCommand("node", ["packages/ops-cli/dist/main.js", "dlq-list"], options);
}

async function servesSite(_built: Built, env: Record<string, string>) {
  const response = await fetch(`http://127.0.0.1:${env["PORT"]}/`);
  expect(await response.text()).toContain('<div id="root"');
}

/** Files that the image should not contain, or that name files which it does not contain. */
async function unexpectedFiles(name: ServiceName, { folder }: Built): Promise<string[]> {
  const files = await filesIn(folder);
  const tools = ["node", "typescript", "vitest", "vite", "oxlint"].map((tool) =>
    join("node_modules", tool),
  );
  return [
    ...files.filter(
      (path) =>
        path.startsWith("dev/") ||
        /(?<!\.d)\.tsx?$/.test(path) ||
        (path.startsWith("services/") && !path.startsWith(`services/${name}/`)) ||
        (path.startsWith("web/") && name !== "gateway"),
    ),
    ...tools.filter((path) => existsSync(join(folder, path))),
    ...(await namesOfSources(folder, files)),
  ];
}

/** Files started or read by their path: the compiler renames only what is imported. */
async function namesOfSources(folder: string, files: readonly string[]): Promise<string[]> {
  const compiled = files.filter((path) => path.endsWith(".js") && !path.startsWith("web/"));
  const texts = await Promise.all(compiled.map((path) => readFile(join(folder, path), "utf8")));
  return compiled
    .filter((_, index) => /\.ts["'`]\s*,\s*import\.meta/.test(texts[index] ?? ""))
    .map((path) => `${path} names a .ts file`);
}

/** Files that were written while it ran, which a read-only root would prevent. */
async function writtenFiles(folder: string, since: number): Promise<string[]> {
  const files = await filesIn(folder);
  const times = await Promise.all(files.map((path) => stat(join(folder, path))));
  return files.filter((_, index) => (times[index]?.mtimeMs ?? 0) > since);
}
