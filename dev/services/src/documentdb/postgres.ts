import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { createDaemon, type Daemon } from "../process/daemon.ts";
import { runCommand } from "../process/run-command.ts";
import { succeeds } from "../ready.ts";
import { programOf } from "./install.ts";
import { unprivileged } from "./unprivileged.ts";

export async function postgresDaemon(options: {
  tree: string;
  data: string;
  port: number;
  serviceFolder: string;
  logFile: string;
}): Promise<Daemon> {
  const { tree, data, port, serviceFolder, logFile } = options;
  const { prefix, owner } = await unprivileged();
  const [command = "", ...args] = [...prefix, programOf(tree, "postgres")];
  return createDaemon({
    name: "postgres",
    command,
    args: [...args, "-D", data, "-p", String(port)],
    pidFile: join(serviceFolder, "postgres.pid"),
    logFile,
    // SIGINT is PostgreSQL's "fast" shutdown, which does not wait for clients.
    stopSignal: "SIGINT",
    prepare: async () => {
      await rm(join(data, "postmaster.pid"), { force: true });
      if (owner !== undefined) await runCommand("chown", ["-R", `${owner}:${owner}`, data]);
    },
    ready: () => succeeds(runSql(port, "select 1")),
  });
}

/** Copies the prepared cluster: faster than initdb and CREATE EXTENSION, which take seconds. */
export async function copyTemplate(template: string, data: string): Promise<void> {
  if (existsSync(data)) return;
  await rm(`${data}.new`, { recursive: true, force: true });
  await runCommand("cp", ["-a", "--reflink=auto", template, `${data}.new`]);
  await rename(`${data}.new`, data);
}

/** Runs statements over a connection of their own. @throws Error  when one fails or the server cannot be reached */
export async function runSql(port: number, ...statements: readonly string[]): Promise<void> {
  const client = new Client({
    host: "127.0.0.1",
    port,
    user: "postgres",
    database: "postgres",
    connectionTimeoutMillis: 2000,
  });
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}
