import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Everything a running stack leaves on disk; two stacks in different folders do not meet. */
export interface Places {
  readonly folder: string;
  /** The stack as tools and tests read it. */
  readonly stackFile: string;
  readonly portsFile: string;
  readonly secretsFile: string;
  readonly supervisorPid: string;
  readonly pids: string;
  readonly logs: string;
  readonly backing: string;
  /** The site as this stack serves it, whatever is built meanwhile. */
  readonly site: string;
  /** What services run, without types. */
  readonly stripped: string;
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
    site: at("site"),
    stripped: at("stripped"),
  };
}
