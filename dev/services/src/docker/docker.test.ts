import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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
const { image } = containerSpec("redis", ports, true);

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
    `redis: pulling ${image}`,
    expect.stringMatching(`Docker could not run ${image}, running natively: .*no such image`),
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
    image,
    "redis-server",
    "--save",
    "",
    "--appendonly",
    "yes",
  ]);
});

test("a new folder does not get the data of one that was deleted, and a restart keeps its own", async () => {
  const redis = await freePort();
  const server = `require("net").createServer((peer) => peer.end("+PONG\\r\\n")).listen(${redis})`;
  docker(`echo "$*" >> "$0.calls"; [ "$1" != run ] || exec "${process.execPath}" -e '${server}'`);
  const removals = () =>
    readFileSync(join(folder, "docker.calls"), "utf8")
      .split("\n")
      .filter((call) => call.startsWith("volume"));
  const data = join(folder, "data");
  const context = {
    folder: data,
    cache: folder,
    ports: { ...ports, redis },
    durable: true,
    log: () => undefined,
  };
  const volume = containerName(data, "redis");
  for (const _ of ["start", "restart"]) {
    const started = await containerEngine(join(folder, "docker"), "redis", context);
    await started?.members[0]?.stop();
    expect(removals()).toEqual([`volume rm --force ${volume}`]);
  }
});

test("a temporary container listens on the loopback address only, and ends when it is stopped", async () => {
  const redisPort = await freePort();
  const redis = createServer((peer) => peer.end("+PONG\r\n")).listen(redisPort, "127.0.0.1");
  const calls: { call: string; body: string }[] = [];
  const daemon = createHttpServer(async (req, res) => {
    const path = new URL(req.url ?? "", "http://docker").pathname.replace(/^\/v[\d.]+/, "");
    const call = `${req.method} ${path}`;
    calls.push({ call, body: await text(req) });
    const inspected = {
      Id: "c1",
      Name: "/c1",
      State: { Running: true },
      Config: { Hostname: "c1", Labels: {} },
      HostConfig: {},
      NetworkSettings: {
        Networks: {},
        Ports: { "6379/tcp": [{ HostIp: "127.0.0.1", HostPort: String(redisPort) }] },
      },
    };
    const answers: Record<string, object> = {
      "GET /info": { OperatingSystem: "Linux", OSType: "linux", Architecture: "x86_64" },
      "GET /containers/json": [],
      "POST /containers/create": { Id: "c1" },
      "GET /containers/c1/json": inspected,
    };
    res.writeHead(200, { "content-type": "application/json" });
    res.end(JSON.stringify(answers[call] ?? {}));
  }).listen(0, "127.0.0.1");
  await once(daemon, "listening");
  vi.stubEnv("DOCKER_HOST", `tcp://127.0.0.1:${(daemon.address() as AddressInfo).port}`);
  vi.stubEnv("TESTCONTAINERS_RYUK_DISABLED", "true");
  docker("exit 0");

  const context = {
    folder,
    cache: folder,
    ports: { ...ports, redis: redisPort },
    durable: false,
    log: () => undefined,
  };
  const started = await containerEngine(join(folder, "docker"), "redis", context);
  const created = calls.find(({ call }) => call === "POST /containers/create")?.body ?? "{}";
  expect(JSON.parse(created)).toMatchObject({
    Image: image,
    Cmd: ["redis-server", "--save", "", "--appendonly", "no"],
    HostConfig: {
      PortBindings: { "6379/tcp": [{ HostIp: "127.0.0.1", HostPort: String(redisPort) }] },
    },
  });
  await started?.members[0]?.stop();
  expect(calls.map(({ call }) => call)).toContain("DELETE /containers/c1");
  redis.close();
  daemon.closeAllConnections();
  daemon.close();
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
