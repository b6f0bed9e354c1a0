import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createDaemon,
  freePort,
  isOk,
  isPortFree,
  runningProcess,
  usableDocker,
} from "@matinale/dev-services";
import { chartFolder, prometheusConfig, prometheusProgram } from "@matinale/observability";
import { z } from "zod";
import { showDashboards } from "./grafana.ts";
import { readJson, writeJson } from "../json-file.ts";
import { root, type Places } from "../places.ts";
import { readStack, type Stack } from "../stack-file.ts";
import { CannotStart } from "../cannot-start.ts";

const addresses = z.object({ prometheus: z.string(), grafana: z.string().optional() });
type Addresses = z.infer<typeof addresses>;

/** Prometheus reads the metrics of each service in this interval. */
const scrapeSeconds = { usual: 5, forTests: 2 };
const defaultPort = { prometheus: 9090, grafana: 3000 };

const portFor = async (wanted: number): Promise<number> =>
  (await isPortFree(wanted)) ? wanted : freePort();

/**
 * Starts Prometheus, and Grafana where Docker works, for the running stack. They run until `down`.
 *
 * @param options  `--for-tests`: any free port, frequent readings, no Grafana
 */
export async function observe(places: Places, options: readonly string[]): Promise<void> {
  const forTests = options.includes("--for-tests");
  const stack = readStack(places.stackFile);
  if (!stack) throw new CannotStart("Matinale is not running. Start it with make up.");
  const folder = places.observe;
  const file = join(folder, "addresses.json");
  const last = readJson(file, addresses);
  const isRunning = (name: string) => runningProcess(places.pidFile(name)) !== undefined;
  const running = isRunning("prometheus") ? last?.prometheus : undefined;
  if (running !== undefined && last?.grafana !== undefined && isRunning("grafana"))
    return printAddresses(last);

  await mkdir(folder, { recursive: true });
  const prometheus =
    running ??
    (await startPrometheus(stack, {
      places,
      folder,
      port: await (forTests ? freePort() : portFor(defaultPort.prometheus)),
      seconds: forTests ? scrapeSeconds.forTests : scrapeSeconds.usual,
    }));
  const grafana = forTests ? undefined : await dashboardsOn({ places, folder, prometheus });
  const started = { prometheus, ...(grafana === undefined ? {} : { grafana }) };
  writeJson(file, started);
  printAddresses(started);
}

/** @returns the address of Grafana, or undefined where it cannot run. Prometheus works without it. */
async function dashboardsOn(at: {
  places: Places;
  folder: string;
  prometheus: string;
}): Promise<string | undefined> {
  // Grafana runs only in Docker, because it is a download of 400 MB.
  const docker = await usableDocker({ ...process.env, BACKING: "" });
  if (docker === undefined) return undefined;
  try {
    return await showDashboards({ ...at, docker, port: await portFor(defaultPort.grafana) });
  } catch (error) {
    process.stdout.write(`  Grafana did not start: ${String(error)}\n`);
    return undefined;
  }
}

/** @returns the address of Prometheus, once it is ready */
async function startPrometheus(
  { services }: Stack,
  at: { places: Places; folder: string; port: number; seconds: number },
): Promise<string> {
  const { places, folder, port, seconds } = at;
  const config = join(folder, "prometheus.yaml");
  const ruleFiles = [join(root, chartFolder, "rules", "*.yaml")];
  await writeFile(
    config,
    prometheusConfig({ targets: services, ruleFiles, scrapeSeconds: seconds }),
  );
  const url = `http://127.0.0.1:${port}`;
  const daemon = createDaemon({
    name: "prometheus",
    command: await prometheusProgram("prometheus"),
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      "--storage.tsdb.retention.time=2d",
      `--web.listen-address=${new URL(url).host}`,
    ],
    pidFile: places.pidFile("prometheus"),
    logFile: join(places.logs, "prometheus.log"),
    ready: () => isOk(`${url}/-/ready`),
  });
  await daemon.start();
  return url;
}

function printAddresses({ prometheus, grafana }: Addresses): void {
  const dashboards = grafana ?? "with Docker: make observe starts Grafana and the dashboards";
  process.stdout.write(`
  Prometheus   ${prometheus}     rules and alerts: ${prometheus}/alerts
  Dashboards   ${dashboards}

  make down stops them too
`);
}
