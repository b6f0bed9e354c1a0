import { existsSync } from "node:fs";
import { request } from "node:http";

/** Where Docker's daemon listens: node:http's options for it. */
export type DockerAddress =
  | { readonly socketPath: string }
  | { readonly host: string; readonly port: number };

/** Milliseconds. Docker is a convenience: when it does not answer soon, the native way is quicker. */
const patience = 4000;

/** The daemon, when one answers. BACKING=native: do not look for it. */
export async function usableDocker(env: NodeJS.ProcessEnv): Promise<DockerAddress | undefined> {
  const address = env["BACKING"] === "native" ? undefined : addressOf(env["DOCKER_HOST"]);
  return address && (await ask(address, "/_ping")) === 200 ? address : undefined;
}

/** True when the daemon has an image, or could get it from its registry. */
export async function imageIsAvailable(docker: DockerAddress, image: string): Promise<boolean> {
  return (
    (await ask(docker, `/images/${image}/json`)) === 200 ||
    (await ask(docker, `/distribution/${image}/json`)) === 200
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

function ask(docker: DockerAddress, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const question = request({ ...docker, path, timeout: patience }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    question.on("timeout", () => question.destroy());
    question.on("error", () => resolve(undefined));
    question.end();
  });
}
