import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createDaemon, isOk } from "@matinale/dev-services";
import { chartFolder } from "@matinale/observability";
import { root, type Places } from "../places.ts";

const image = "grafana/grafana:12.3.0";
const dashboards = "/var/lib/grafana/dashboards";

/** The address at which a container reaches the loopback address of this machine. */
const isLinux = process.platform === "linux";
const fromContainer = (url: string): string =>
  isLinux ? url : url.replace("127.0.0.1", "host.docker.internal");

/** Starts Grafana with every dashboard. @returns its address */
export async function showDashboards(options: {
  docker: string;
  places: Places;
  folder: string;
  /** Address of Prometheus. */
  prometheus: string;
  port: number;
}): Promise<string> {
  const { docker, places, folder, prometheus, port } = options;
  const provisioning = join(folder, "grafana");
  await provision(provisioning, {
    "datasources/prometheus.yaml": {
      apiVersion: 1,
      datasources: [
        {
          name: "Prometheus",
          uid: "prometheus",
          type: "prometheus",
          access: "proxy",
          url: fromContainer(prometheus),
          isDefault: true,
        },
      ],
    },
    "dashboards/matinale.yaml": {
      apiVersion: 1,
      providers: [{ name: "matinale", folder: "Matinale", options: { path: dashboards } }],
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const network = isLinux ? ["--network=host"] : [`--publish=127.0.0.1:${port}:${port}`];
  const variables = {
    GF_SERVER_HTTP_PORT: String(port),
    ...(isLinux ? { GF_SERVER_HTTP_ADDR: "127.0.0.1" } : {}),
    GF_AUTH_ANONYMOUS_ENABLED: "true",
    GF_AUTH_ANONYMOUS_ORG_ROLE: "Admin",
  };
  const daemon = createDaemon({
    name: "grafana",
    command: docker,
    // In the foreground, a signal to the client stops the container too.
    args: [
      "run",
      "--rm",
      "--init",
      ...network,
      ...Object.entries(variables).map(([name, value]) => `--env=${name}=${value}`),
      `--volume=${provisioning}:/etc/grafana/provisioning:ro`,
      `--volume=${join(root, chartFolder, "dashboards")}:${dashboards}:ro`,
      image,
    ],
    pidFile: places.pidFile("grafana"),
    logFile: join(places.logs, "grafana.log"),
    startTimeoutMs: 300_000,
    ready: () => isOk(`${url}/api/health`),
  });
  await daemon.start();
  return url;
}

/** Writes JSON, which is valid YAML, because Grafana reads only .yaml files. */
async function provision(folder: string, files: Record<string, unknown>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), JSON.stringify(content));
  }
}
