import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { ServiceName } from "@matinale/contracts";
import { createDaemon, isOk, runCommand, startDevServices } from "@matinale/dev-services";
import { environmentsOf } from "../environment.ts";
import { root, type Places } from "../places.ts";
import { argumentsOf, processNames, type ProcessName } from "../processes.ts";
import { printDone, printNote, step } from "./progress.ts";
import { developmentSecrets } from "../secrets.ts";
import { describeStack, readStack, writeStack } from "../stack-file.ts";
import { chosenPorts, type StackPorts } from "../ports/stack-ports.ts";
import { prepareWeb } from "../web-build.ts";

/** Starts every process that does not run yet. The supervisor writes the stack file: with it, the stack counts as running. */
export async function startStack(places: Places, env: NodeJS.ProcessEnv) {
  const ports = chosenPorts(places.portsFile);
  await mkdir(places.logs, { recursive: true });
  const [devServices] = await Promise.all([
    startDevServices({
      folder: places.devServices,
      ports,
      durable: true,
      env,
      log: printNote,
      onReady: ({ engine }, ms) => printDone(engine, ms),
    }),
    prepareWeb(places, env),
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

  const daemons = processNames.map((name) =>
    serviceDaemon(name, environments[name], readyUrl(name, ports), places),
  );
  // The supervisor finds everything running.
  if (daemons.some(({ pid }) => pid === undefined)) {
    const script = join(root, "packages/bus/src/create-topics.ts");
    const options = { cwd: root, env: environments.delivery };
    await step("topics", () => runCommand(process.execPath, [script], options));
  }
  await step(`simulator and ${daemons.length - 1} services`, () =>
    Promise.all(daemons.map((daemon) => daemon.start())),
  );

  const services = daemons.filter(
    (daemon): daemon is typeof daemon & { name: ServiceName } => daemon.name !== "simulator",
  );
  const writeStackFile = () =>
    writeStack(
      places.stackFile,
      describeStack(ports, services, devServices, readStack(places.stackFile)),
    );
  const members = [...kafka.members, ...mongodb.members, ...redis.members, ...daemons];
  return { members, writeStackFile };
}

function serviceDaemon(name: ProcessName, env: NodeJS.ProcessEnv, url: string, places: Places) {
  const daemon = createDaemon({
    name,
    command: process.execPath,
    args: argumentsOf(name),
    env,
    cwd: root,
    pidFile: places.pidFile(name),
    logFile: join(places.logs, `${name}.log`),
    startTimeoutMs: 60_000,
    ready: () => isOk(url),
  });
  return Object.assign(daemon, { name });
}

function readyUrl(name: ProcessName, ports: StackPorts): string {
  return name === "simulator"
    ? `http://127.0.0.1:${ports.simulator}/healthz`
    : `http://127.0.0.1:${ports[`${name}-metrics`]}/readyz`;
}
