import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

export type Places = Readonly<ReturnType<typeof placesIn>>;

/** Files and folders of a running stack. Stacks in different folders are independent. */
export function placesIn(env: NodeJS.ProcessEnv) {
  const folder = resolve(root, env["RUN_FOLDER"] || ".run");
  const at = (name: string) => resolve(folder, name);
  return {
    folder,
    /** Description of the running stack, for tools and tests. */
    stackFile: at("stack.json"),
    portsFile: at("ports.json"),
    secretsFile: at("secrets.json"),
    supervisorPid: at("supervisor.pid"),
    pids: at("pids"),
    pidFile: (name: string) => at(`pids/${name}.pid`),
    logs: at("logs"),
    /** Kafka, MongoDB and Redis. */
    devServices: at("backing"),
    /** Copy of the built site, which later builds do not change. */
    site: at("site"),
    /** A copy that is not finished. */
    siteCopy: at("site.new"),
    /** Prometheus and Grafana. */
    observe: at("observe"),
  };
}
