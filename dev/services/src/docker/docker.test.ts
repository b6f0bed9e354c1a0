import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startDevServices } from "../dev-services.ts";
import { containerEngine, containerName, runArguments, usableDocker } from "./containers.ts";
import { freePort } from "../ports.ts";
import { stopDevServicesIn } from "../process/stop-leftovers.ts";
import { containerSpec } from "./container-specs.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "matinale-docker-"));
});
afterEach(async () => {
  // of a test that failed
  await stopDevServicesIn(join(folder, "data"));
  rmSync(folder, { recursive: true });
});

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

test("a container listens on the loopback address only; its volume outlives it when it is durable", () => {
  const name = containerName("/a/b", "redis");
  const before = ["run", "--rm", `--name=${name}`, "--publish=127.0.0.1:5:6379"];
  const after = ["redis:8.2-alpine", "redis-server", "--save", "", "--appendonly"];
  const argumentsOf = (durable: boolean) =>
    runArguments(name, containerSpec("redis", ports, durable));
  expect(argumentsOf(true)).toEqual([...before, `--volume=${name}:/data`, ...after, "yes"]);
  expect(argumentsOf(false)).toEqual([...before, ...after, "no"]);
});

test("a temporary container is found and removed after its starter was killed", async () => {
  const context = { folder, cache: folder, ports, durable: false, log: () => undefined };
  docker('echo "$@" >> "$0.calls"; [ "$1" = run ] && exit 1; exit 0');
  await containerEngine(join(folder, "docker"), "redis", context);
  const name = containerName(folder, "redis");
  expect(readFileSync(join(folder, "redis/container"), "utf8")).toBe(name);
  expect(readFileSync(join(folder, "docker.calls"), "utf8")).toContain(
    `rm --force --volumes ${name}\nrun --rm --name=${name} --publish=127.0.0.1:5:6379 redis:`,
  );
});

test.each([
  { why: "its daemon does not respond", script: "exit 1" },
  { why: "it cannot run the image", script: '[ "$1" = version ]' },
])("data in Docker: nothing starts natively without them when $why", async ({ script }) => {
  const data = join(folder, "data");
  const names = ["kafka", "mongodb", "redis"];
  for (const name of names) {
    mkdirSync(join(data, name), { recursive: true });
    writeFileSync(join(data, `${name}.data`), "docker");
  }
  const started = startDevServices({ folder: data, durable: true, env: docker(script) });
  const refusals = names.map((name) =>
    expect.objectContaining({
      message: expect.stringMatching(`the data of ${name} are in Docker`),
    }),
  );
  await expect(started).rejects.toMatchObject({ errors: refusals });
});

test("a first start that fails does not bind the data to Docker: the next one may be native", async () => {
  const data = join(folder, "data");
  const port = await freePort();
  const redis = `require("net").createServer((peer) => peer.end("+PONG\\r\\n")).listen(${port})`;
  const env = {
    ...docker(`[ "$1" != run ] || exec "${process.execPath}" -e '${redis}'`),
    KAFKA_BROKERS: "127.0.0.1:9",
    MONGODB_URI: "mongodb://127.0.0.1:9",
  };
  const ready: string[] = [];
  const started = startDevServices({
    folder: data,
    ports: { redis: port },
    durable: true,
    env,
    onReady: ({ engine }) => ready.push(engine),
  });
  await expect(started).rejects.toThrow("nothing listens there");
  expect(ready).toEqual(["Redis (Docker)"]);
  expect(existsSync(join(data, "redis.data"))).toBe(false);
});
