import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { ServiceName } from "@matinale/contracts";
import { createDaemon, isOk, runCommand, startDevServices } from "@matinale/dev-services";
import { codeHash, recordCode } from "../code.ts";
import { environmentsOf } from "../environment.ts";
import { stopEverything } from "./stop-everything.ts";
import { root, type Places } from "../places.ts";
import { argumentsOf, processNames, type ProcessName } from "../processes.ts";
import { step, type Report } from "./progress.ts";
import { reloadOnChange } from "./reload.ts";
import { developmentSecrets } from "../secrets.ts";
import { describeStack, readStack, writeStack } from "../stack-file.ts";
import type { StackPorts } from "../ports/stack-ports.ts";
import { keepRunning } from "./keep-running.ts";
import { prepareWeb } from "../web-build.ts";

export interface StackOptions {
  readonly places: Places;
  readonly ports: StackPorts;
  readonly env: NodeJS.ProcessEnv;
  readonly restart: boolean;
  /** Restarts processes whose code changes, and rebuilds the site. */
  readonly reload: boolean;
  readonly report: Report;
  readonly log: (line: string) => void;
}

/** Starts every process that does not run yet. After a failure, everything is stopped. */
export async function startStack(options: StackOptions) {
  const { places } = options;
  await mkdir(places.logs, { recursive: true });
  try {
    return await start(options);
  } catch (error) {
    await stopEverything(places);
    throw error;
  }
}

async function start(options: StackOptions) {
  const { places, ports, env, restart, reload, report, log } = options;
  const [devServices] = await Promise.all([
    startDevServices({
      folder: places.devServices,
      ports: ports.devServices,
      durable: true,
      env,
      log: (text) => report({ kind: "note", text }),
      onReady: ({ engine }, ms) => report({ kind: "done", what: engine, ms }),
    }),
    prepareWeb(places, env, report),
  ]);
  const { kafka, mongodb, redis } = devServices;
  const urls = { kafka: kafka.url, mongodb: mongodb.url, redis: redis.url };
  const secrets = developmentSecrets(places.secretsFile);
  const environments = environmentsOf({
    ports,
    secrets,
    devServices: urls,
    site: places.site,
    env,
  });

  await step(report, "topics", () => createTopics(environments.delivery));
  const daemons = processNames.map((name) =>
    serviceDaemon(name, environments[name], readyUrl(name, ports), places),
  );
  await step(report, `simulator and ${daemons.length - 1} services`, () =>
    Promise.all(daemons.map((daemon) => daemon.start())),
  );

  const services = daemons.filter(
    (daemon): daemon is typeof daemon & { name: ServiceName } => daemon.name !== "simulator",
  );
  const write = () =>
    writeStack(
      places.stackFile,
      describeStack(ports, services, devServices, readStack(places.stackFile)),
    );
  write();
  const members = [...kafka.members, ...mongodb.members, ...redis.members, ...daemons];
  const watch = keepRunning(restart ? members : [], { log, onRestart: write });
  if (reload) reloadOnChange(daemons, () => prepareWeb(places, env, report), log);
  return { stop: () => watch.end(() => stopEverything(places)) };
}

function serviceDaemon(name: ProcessName, env: NodeJS.ProcessEnv, url: string, places: Places) {
  const daemon = createDaemon({
    name,
    command: process.execPath,
    args: argumentsOf(name),
    env,
    cwd: root,
    pidFile: join(places.pids, `${name}.pid`),
    logFile: join(places.logs, `${name}.log`),
    startTimeoutMs: 60_000,
    prepare: () => recordCode(places, name, codeHash(name)),
    ready: () => isOk(url),
  });
  return Object.assign(daemon, { name });
}

async function createTopics(env: NodeJS.ProcessEnv): Promise<void> {
  await runCommand(process.execPath, [join(root, "packages/bus/src/create-topics.ts")], {
    cwd: root,
    env,
  });
}

function readyUrl(name: ProcessName, { services, metrics }: StackPorts): string {
  return name === "simulator"
    ? `http://127.0.0.1:${services.simulator}/sim/log?since=${Number.MAX_SAFE_INTEGER}`
    : `http://127.0.0.1:${metrics[name]}/readyz`;
}
