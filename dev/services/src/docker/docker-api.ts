import { existsSync } from "node:fs";
import { request } from "node:http";

/** Address of Docker's daemon, as options of node:http. */
export type DockerAddress =
  | { readonly socketPath: string }
  | { readonly host: string; readonly port: number };

/** When Docker does not respond within this time, starting the services natively is faster. */
const timeoutMs = 4000;

/** The daemon, when it responds. BACKING=native: Docker is not used. */
export async function usableDocker(env: NodeJS.ProcessEnv): Promise<DockerAddress | undefined> {
  const address = env["BACKING"] === "native" ? undefined : addressOf(env["DOCKER_HOST"]);
  return address && (await statusOf(address, "/_ping")) === 200 ? address : undefined;
}

/** True when the daemon has an image, or could get it from its registry. */
export async function imageIsAvailable(docker: DockerAddress, image: string): Promise<boolean> {
  return (
    (await statusOf(docker, `/images/${image}/json`)) === 200 ||
    (await statusOf(docker, `/distribution/${image}/json`)) === 200
  );
}

/** DOCKER_HOST as Docker's own clients read it, else the usual socket. */
export function addressOf(dockerHost: string | undefined): DockerAddress | undefined {
  const [, scheme, rest = ""] =
    /^(unix|tcp):\/\/(.+)$/.exec(dockerHost ?? "unix:///var/run/docker.sock") ?? [];
  if (scheme === "unix") return existsSync(rest) ? { socketPath: rest } : undefined;
  const [, host, port] = /^(.+):(\d+)\/?$/.exec(rest) ?? [];
  return scheme === "tcp" && host ? { host, port: Number(port) } : undefined;
}

function statusOf(docker: DockerAddress, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const req = request({ ...docker, path, timeout: timeoutMs }, (res) => {
      res.resume();
      resolve(res.statusCode);
    });
    req.on("timeout", () => req.destroy());
    req.on("error", () => resolve(undefined));
    req.end();
  });
}
