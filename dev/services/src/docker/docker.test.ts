import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { containerEngine, containerName, runArguments, usableDocker } from "./containers.ts";
import { containerSpec } from "./container-specs.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "matinale-docker-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A docker command that runs this shell script. */
function docker(script: string): NodeJS.ProcessEnv {
  writeFileSync(join(folder, "docker"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "docker"), 0o755);
  return { PATH: folder };
}

test("uses a daemon that responds, unless BACKING is native", async () => {
  const env = docker("exit 0");
  expect(await usableDocker(env)).toBe(join(folder, "docker"));
  expect(await usableDocker({ ...env, BACKING: "native" })).toBeUndefined();
});

test("without the command or its daemon, there is no Docker", async () => {
  expect(await usableDocker({ PATH: folder })).toBeUndefined();
  expect(await usableDocker(docker("exit 1"))).toBeUndefined();
});

const ports = { kafka: 1, kafkaController: 2, mongodb: 3, postgres: 4, redis: 5 };

test("an image that the machine has not and its registry does not know runs natively", async () => {
  const lines: string[] = [];
  const context = {
    folder,
    cache: folder,
    ports,
    durable: true,
    log: (line: string) => void lines.push(line),
  };
  docker('echo "$1" >> "$0.calls"; echo "no such image" >&2; exit 1');
  expect(await containerEngine(join(folder, "docker"), "redis", context)).toBeUndefined();
  expect(lines).toEqual([
    "redis: pulling redis:8.2-alpine",
    expect.stringMatching(
      /Docker could not run redis:8.2-alpine, running natively: .*no such image/,
    ),
  ]);
});

test("a durable container listens on the loopback address only and stores its data in a volume", () => {
  const name = containerName("/a/b", "redis");
  expect(runArguments(name, containerSpec("redis", ports, true))).toEqual([
    "run",
    "--rm",
    `--name=${name}`,
    "--publish=127.0.0.1:5:6379",
    `--volume=${name}:/data`,
    "redis:8.2-alpine",
    "redis-server",
    "--save",
    "",
    "--appendonly",
    "yes",
  ]);
});
