import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDaemon } from "../daemon.ts";
import type { Engine, NativeContext } from "../engine.ts";
import { mongoAnswers } from "../mongodb/answers.ts";
import { mongoUrl } from "../mongodb/mongod.ts";
import { unpackDocumentDb } from "./install.ts";
import { copyTemplate, postgresDaemon } from "./postgres.ts";
import { templateFolder } from "./template.ts";

/** PostgreSQL with the DocumentDB extension, and a gateway that speaks MongoDB's wire protocol in front of it. */
export async function nativeDocumentDb(context: NativeContext): Promise<Engine> {
  const tree = await unpackDocumentDb(context.cache, context.log);
  const template = await templateFolder(tree, context);
  const place = join(context.folder, "documentdb");
  const logs = join(context.folder, "logs");
  const { postgres: postgresPort, mongodb: port } = context.ports;
  await mkdir(place, { recursive: true });

  const data = join(place, "data");
  const postgres = await postgresDaemon({
    tree,
    data,
    port: postgresPort,
    place,
    logFile: join(logs, "postgres.log"),
  });
  const gateway = createDaemon({
    name: "mongodb",
    command: process.execPath,
    args: [
      fileURLToPath(new URL("../gateway/main.ts", import.meta.url)),
      String(port),
      String(postgresPort),
    ],
    pidFile: join(place, "gateway.pid"),
    logFile: join(logs, "mongodb.log"),
    ready: () => mongoAnswers(port),
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
