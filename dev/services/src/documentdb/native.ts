import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDaemon } from "../process/daemon.ts";
import type { Engine, NativeContext } from "../engine.ts";
import { isMongoReady } from "../ready.ts";
import { mongoUrl } from "../mongodb/mongod.ts";
import { unpackDocumentDb } from "./install.ts";
import { copyTemplate, postgresDaemon } from "./postgres.ts";
import { templateFolder } from "./template.ts";

const gatewayMain = fileURLToPath(new URL("./gateway/main.ts", import.meta.url));

/** PostgreSQL with the DocumentDB extension, behind a gateway that speaks MongoDB's wire protocol. */
export async function nativeDocumentDb(context: NativeContext): Promise<Engine> {
  const tree = await unpackDocumentDb(context.cache, context.log);
  const template = await templateFolder(tree, context);
  const serviceFolder = join(context.folder, "documentdb");
  const logs = join(context.folder, "logs");
  const { postgres: postgresPort, mongodb: port } = context.ports;
  await mkdir(serviceFolder, { recursive: true });

  const data = join(serviceFolder, "data");
  const postgres = await postgresDaemon({
    tree,
    data,
    port: postgresPort,
    serviceFolder,
    logFile: join(logs, "postgres.log"),
  });
  const gateway = createDaemon({
    name: "mongodb",
    command: process.execPath,
    args: [gatewayMain, String(port), String(postgresPort)],
    pidFile: join(serviceFolder, "gateway.pid"),
    logFile: join(logs, "mongodb.log"),
    ready: () => isMongoReady(port),
  });
  await copyTemplate(template, data);
  await postgres.start();
  try {
    await gateway.start();
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return {
    engine: "DocumentDB on PostgreSQL 18 (native)",
    url: mongoUrl(port),
    members: [postgres, gateway],
  };
}
