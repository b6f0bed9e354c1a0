import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Files and folders of a running stack. Stacks in different folders are independent. */
export interface Places {
  readonly folder: string;
  /** Description of the running stack, for tools and tests. */
  readonly stackFile: string;
  readonly portsFile: string;
  readonly secretsFile: string;
  readonly supervisorPid: string;
  readonly pids: string;
  readonly logs: string;
  /** Kafka, MongoDB and Redis. */
  readonly backing: string;
  /** The code that each process started with, as hashes. */
  readonly code: string;
  /** Copy of the built site, which later builds do not change. */
  readonly site: string;
}

export function placesIn(env: NodeJS.ProcessEnv): Places {
  const folder = resolve(root, env["RUN_FOLDER"] || ".run");
  const at = (name: string) => resolve(folder, name);
  return {
    folder,
    stackFile: at("stack.json"),
    portsFile: at("ports.json"),
    secretsFile: at("secrets.json"),
    supervisorPid: at("supervisor.pid"),
    pids: at("pids"),
    logs: at("logs"),
    backing: at("backing"),
    code: at("code"),
    site: at("site"),
  };
}
