import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createDaemon, findProgram, runCommand } from "@matinale/dev-services";
import { generatedFolder } from "@matinale/observability";
import { root, type Places } from "./places.ts";

const image = "grafana/grafana:12.3.0";
const dashboards = "/var/lib/grafana/dashboards";

/** Grafana is a program of 400 MB: it comes from Docker or not at all. */
export const canShowDashboards = async (): Promise<boolean> => {
  if (findProgram("docker") === undefined) return false;
  const asked = runCommand("docker", ["info", "--format", "{{.ServerVersion}}"], {
    timeout: 5_000,
  });
  return asked.then(
    () => true,
    () => false,
  );
};

/** Where a container finds what listens on this machine's loopback address. */
const isLinux = process.platform === "linux";
const seenFromInside = (url: string): string =>
  isLinux ? url : url.replace("127.0.0.1", "host.docker.internal");

/** @returns the address of a Grafana that shows every dashboard */
export async function showDashboards(options: {
  places: Places;
  folder: string;
  /** Address of the Prometheus to ask. */
  prometheus: string;
  port: number;
}): Promise<string> {
  const { places, folder, prometheus, port } = options;
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
          url: seenFromInside(prometheus),
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
    command: "docker",
    // in the foreground: the signal that ends the client ends the container
    args: [
      "run",
      "--rm",
      "--init",
      ...network,
      ...Object.entries(variables).map(([name, value]) => `--env=${name}=${value}`),
      `--volume=${provisioning}:/etc/grafana/provisioning:ro`,
      `--volume=${join(root, generatedFolder, "dashboards")}:${dashboards}:ro`,
      image,
    ],
    pidFile: join(places.pids, "grafana.pid"),
    logFile: join(places.logs, "grafana.log"),
    startTimeoutMs: 300_000,
    ready: async () => {
      const answer = await fetch(`${url}/api/health`).catch(() => undefined);
      return answer?.ok === true;
    },
  });
  await daemon.start();
  return url;
}

/** JSON is YAML, and Grafana reads only files that end in .yaml. */
async function provision(folder: string, files: Record<string, unknown>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), JSON.stringify(content));
  }
}
