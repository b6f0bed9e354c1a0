import { lookup } from "node:dns/promises";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createDaemon } from "../daemon.ts";
import type { Engine, NativeContext } from "../engine.ts";
import { withInstallationLock } from "../installation-lock.ts";
import { findProgram, runCommand } from "../run-command.ts";
import { mongoAnswers } from "./answers.ts";

export interface Mongod {
  readonly program: string;
  readonly version: string;
}

/** The driver needs the wire protocol of MongoDB 4.4; we ask for a release that is still maintained or nearly so. */
const oldestMajor = 6;

/** A mongod on the PATH, else one that mongodb-memory-server has or can download, else nothing. */
export async function findMongod(
  cache: string,
  log: (line: string) => void,
): Promise<Mongod | undefined> {
  const installed = findProgram("mongod");
  return (installed && (await usable(installed))) || (await downloaded(cache, log));
}

async function usable(program: string): Promise<Mongod | undefined> {
  const output = await runCommand(program, ["--version"]).catch(() => "");
  const version = parseVersion(output);
  return version && Number.parseInt(version, 10) >= oldestMajor ? { program, version } : undefined;
}

/** "db version v8.2.6" */
const parseVersion = (output: string): string | undefined =>
  /db version v(\d+\.\d+\.\d+)/.exec(output)?.[1];

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
        `mongodb: no mongod to download for this machine (${error instanceof Error ? error.message : String(error)})`,
      );
    });
    return program ? usable(program) : undefined;
  });
}

/** Many networks let a machine reach nothing but package registries: a name that does not resolve tells quickly. */
async function downloadsWork(): Promise<boolean> {
  const mirror = process.env["MONGOMS_DOWNLOAD_MIRROR"];
  if (mirror) return true;
  return lookup("fastdl.mongodb.org").then(
    () => true,
    () => false,
  );
}

export async function nativeMongod(
  { program, version }: Mongod,
  context: NativeContext,
): Promise<Engine> {
  const place = join(context.folder, "mongodb");
  const data = join(place, "data");
  await mkdir(data, { recursive: true });
  const port = context.ports.mongodb;
  const daemon = createDaemon({
    name: "mongodb",
    command: program,
    args: [
      "--port",
      String(port),
      "--bind_ip",
      "127.0.0.1",
      "--nounixsocket",
      "--dbpath",
      data,
      "--quiet",
    ],
    pidFile: join(place, "pid"),
    logFile: join(context.folder, "logs", "mongodb.log"),
    patience: 60_000,
    ready: () => mongoAnswers(port),
  });
  await daemon.start();
  return { engine: `MongoDB ${version} (native)`, url: mongoUrl(port), members: [daemon] };
}

/** Direct: one server, so no discovery of others. */
export const mongoUrl = (port: number): string =>
  `mongodb://127.0.0.1:${port}/?directConnection=true`;
