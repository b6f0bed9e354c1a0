import { lookup } from "node:dns/promises";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createDaemon } from "../process/daemon.ts";
import type { Engine, NativeContext } from "../engine.ts";
import { withInstallationLock } from "../installation-lock.ts";
import { findProgram, runCommand } from "../process/run-command.ts";
import { isMongoReady, succeeds } from "../ready.ts";

export interface Mongod {
  readonly program: string;
  readonly version: string;
}

/** The driver needs MongoDB 4.4 or later; older releases than 6 are not maintained any more. */
const minMajorVersion = 6;

/** The mongod on the PATH, else one that mongodb-memory-server has or can download, else undefined. */
export async function findMongod(
  cache: string,
  log: (line: string) => void,
): Promise<Mongod | undefined> {
  const installed = findProgram("mongod");
  return (installed && (await usable(installed))) || (await downloaded(cache, log));
}

async function usable(program: string): Promise<Mongod | undefined> {
  const output = await runCommand(program, ["--version"]).catch(() => "");
  // "db version v8.2.6"
  const version = /db version v(\d+\.\d+\.\d+)/.exec(output)?.[1];
  return version && Number.parseInt(version, 10) >= minMajorVersion
    ? { program, version }
    : undefined;
}

async function downloaded(cache: string, log: (line: string) => void): Promise<Mongod | undefined> {
  const downloadDir = join(cache, "mongodb");
  await mkdir(downloadDir, { recursive: true });
  const { DryMongoBinary } = await import("mongodb-memory-server-core/lib/util/DryMongoBinary.js");
  const { version } = DryMongoBinary.getEnsuredOptions();
  const found = await DryMongoBinary.locateBinary({ downloadDir, version }).catch(() => undefined);
  if (found) return usable(found);
  if (!(await downloadsWork())) return undefined;
  return withInstallationLock(downloadDir, async () => {
    log("mongodb: downloading mongod");
    const { MongoBinary } = await import("mongodb-memory-server-core");
    const program = await MongoBinary.getPath({ downloadDir }).catch((error: unknown) => {
      log(
        `mongodb: downloading mongod failed: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    return program ? usable(program) : undefined;
  });
}

/** Some networks allow only package registries. There the name does not resolve, which fails fast. */
async function downloadsWork(): Promise<boolean> {
  const mirror = process.env["MONGOMS_DOWNLOAD_MIRROR"];
  if (mirror) return true;
  return succeeds(lookup("fastdl.mongodb.org"));
}

export async function nativeMongod(
  { program, version }: Mongod,
  context: NativeContext,
): Promise<Engine> {
  const serviceFolder = join(context.folder, "mongodb");
  const data = join(serviceFolder, "data");
  await mkdir(data, { recursive: true });
  const port = context.ports.mongodb;
  const network = ["--port", String(port), "--bind_ip", "127.0.0.1", "--nounixsocket"];
  const daemon = createDaemon({
    name: "mongodb",
    command: program,
    args: [...network, "--dbpath", data, "--quiet"],
    pidFile: join(serviceFolder, "pid"),
    logFile: join(context.folder, "logs", "mongodb.log"),
    startTimeoutMs: 60_000,
    ready: () => isMongoReady(port),
  });
  await daemon.start();
  return { engine: `MongoDB ${version} (native)`, url: mongoUrl(port), members: [daemon] };
}

/** `directConnection`: there is one server, so the driver need not discover others. */
export const mongoUrl = (port: number): string =>
  `mongodb://127.0.0.1:${port}/?directConnection=true`;
