import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { installOnce } from "../installation-lock.ts";
import { freePort } from "../ports.ts";
import { runCommand } from "../process/run-command.ts";
import { programOf } from "./install.ts";
import { postgresDaemon, runSql } from "./postgres.ts";
import { unprivileged } from "./unprivileged.ts";

/** Part of the template's name. Change it whenever the content of a new cluster changes. */
const version = "1";

/** Data folder of a cluster with the extension, created once and then copied. */
export const templateFolder = (
  tree: string,
  { cache, log }: { readonly cache: string; readonly log: (line: string) => void },
): Promise<string> =>
  installOnce(join(cache, "documentdb", `cluster-${version}`), (work) => {
    log("mongodb: creating an empty DocumentDB cluster");
    return createCluster(tree, work);
  });

/** @returns the data folder */
async function createCluster(tree: string, serviceFolder: string): Promise<string> {
  const data = join(serviceFolder, "data");
  await mkdir(data, { mode: 0o700 });
  const { prefix, owner } = await unprivileged();
  if (owner !== undefined) await runCommand("chown", [`${owner}:${owner}`, data]);

  const [command = "", ...args] = [...prefix, programOf(tree, "initdb")];
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const options = ["-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8"];
  await runCommand(command, [...args, ...options, ...locale]);
  await appendFile(join(data, "postgresql.conf"), settings);

  const port = await freePort();
  const postgres = await postgresDaemon({
    tree,
    data,
    port,
    serviceFolder,
    logFile: join(serviceFolder, "postgres.log"),
  });
  await postgres.start();
  try {
    await addExtension(port);
  } finally {
    await postgres.stop();
  }
  return data;
}

const addExtension = (port: number): Promise<void> =>
  runSql(
    port,
    "CREATE EXTENSION documentdb CASCADE",
    // Delete expired documents every 5 s instead of every minute.
    "SELECT cron.alter_job(jobid, schedule => '5 seconds') FROM cron.job WHERE command LIKE '%delete_expired_rows%'",
  );

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
# built in: other zones need time zone files on the machine
timezone = 'GMT'
log_timezone = 'GMT'
jit = off
shared_buffers = 128MB
# data survives the end of the processes but not a power cut, which is enough for development
fsync = off
synchronous_commit = off
full_page_writes = off
shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb'
cron.database_name = 'postgres'
cron.log_statement = off
cron.log_run = off
cron.log_min_messages = error
# Racing inserts of one unique key deadlock inside the engine. With detection after 5 ms instead of 1 s, and retries
# by the gateway, 30 racing inserts take less than a second instead of 15.
deadlock_timeout = 5ms
documentdb.throwDeadlockOnCRUD = on
documentdb_core.enableCollation = on
# cursors store their state in a file instead of occupying a connection
documentdb.useFileBasedPersistedCursors = on
log_min_messages = error
`;
