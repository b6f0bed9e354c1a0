import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort, writePidFile } from "@matinale/dev-services";
import { expect, test } from "vitest";
import { placesIn } from "../places.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { CannotStart } from "../cannot-start.ts";
import { up } from "../commands/up.ts";
import {
  checkRequestedPorts,
  choosePorts,
  defaultPorts,
  runningPorts,
  unmetRequests,
} from "./stack-ports.ts";

const checks = { isFree: async () => true, anyFree: async () => 20_001 };

/** All ports are free except the given ones. Any-free ports are 20001, 20002 and so on. */
function taken(...ports: number[]) {
  let next = 20_000;
  return {
    ...checks,
    isFree: async (port: number) => !ports.includes(port),
    anyFree: async () => ++next,
  };
}

test("every process gets its default port on an empty machine", async () => {
  expect(await choosePorts({}, {}, checks)).toMatchObject({
    gateway: 8080,
    simulator: 8025,
    kafka: 9092,
  });
});

test("an internal port that is taken is replaced by a free one", async () => {
  const ports = await choosePorts({}, {}, taken(9092, 8103));
  expect(ports).toMatchObject({ billing: 20_001, kafka: 20_002, mongodb: 27_017 });
});

test.each([
  ["PHONE_PORT", "8025", {}],
  ["APP_PORT", "9000", { APP_PORT: "9000" }],
  // a port that is 1000 higher is none, or browsers refuse it
  ["APP_PORT", "65000", { APP_PORT: "65000" }],
  ["APP_PORT", "5000", { APP_PORT: "5000" }],
])(
  "%s=%s is an error when it is taken, which names a port that works",
  async (variable, port, env) => {
    const error: unknown = await choosePorts(env, {}, taken(Number(port))).catch((each) => each);
    expect(String(error)).toContain(`port ${port} `);
    const [, other = ""] = new RegExp(`: ${variable}=(\\d+) make up$`).exec(String(error)) ?? [];
    expect(other).not.toBe("");
    expect(isRefused({ [variable]: other })).toBe(false);
  },
);

test("a port that nobody has and this user may not use is not said to be taken by another", async () => {
  const port = await freePort();
  const chosen = choosePorts({ APP_PORT: String(port) }, {}, taken(port));
  await expect(chosen).rejects.toThrow("or it needs root");
});

test("0 selects any free port, the last one if possible", async () => {
  expect(await choosePorts({ APP_PORT: "0" }, {}, taken())).toMatchObject({ gateway: 20_001 });
  expect(await choosePorts({ APP_PORT: "0" }, { gateway: 20_777 }, taken())).toMatchObject({
    gateway: 20_777,
  });
});

test("what runs keeps its port, which counts as taken, also the app and the phone", async () => {
  const remembered = { ...defaultPorts, gateway: 9080, simulator: 9025, kafka: 23_456 };
  const nothingFree = { ...checks, isFree: async () => false };
  const running = new Set(Object.keys(defaultPorts));
  expect(await choosePorts({}, remembered, { ...nothingFree, running })).toEqual(remembered);
});

test("the app gets its last port again while other parts run, and a requested one before it", async () => {
  const part = { ...taken(), running: new Set(["identity"]) };
  const remembered = { gateway: 9080, identity: 8101 };
  expect(await choosePorts({}, remembered, part)).toMatchObject(remembered);
  expect(await choosePorts({ APP_PORT: "9090" }, remembered, part)).toMatchObject({
    gateway: 9090,
  });
  expect(await choosePorts({}, remembered, taken())).toMatchObject({ gateway: 8080 });
});

test("no new port is one that a running process keeps", async () => {
  const part = { ...taken(), running: new Set(["redis"]) };
  expect(await choosePorts({}, { redis: 8101 }, part)).toMatchObject({
    redis: 8101,
    identity: 20_001,
  });
});

test("tells by pid files which ports are in use", () => {
  const places = placesIn({ RUN_FOLDER: temporaryFolder() });
  expect(runningPorts(places)).toEqual(new Set());
  for (const file of ["pids/gateway.pid", "pids/simulator.pid", "backing/kafka/pid"]) {
    mkdirSync(dirname(join(places.folder, file)), { recursive: true });
    writePidFile(join(places.folder, file), process.pid);
  }
  expect(runningPorts(places)).toEqual(
    new Set(["gateway", "gateway-metrics", "simulator", "mail", "kafka", "kafkaController"]),
  );
});

test("no port is assigned twice", async () => {
  const ports = await choosePorts(
    { APP_PORT: "9092", PHONE_PORT: "8201" },
    { redis: 8101 },
    taken(),
  );
  expect(new Set(Object.values(ports)).size).toBe(Object.values(ports).length);
});

test.each(["1", "22", "6000", "6666", "10080"])(
  "up rejects port %s, which browsers refuse, before it starts anything",
  async (port) => {
    const folder = join(tmpdir(), `matinale-never-started-${port}-${process.pid}`);
    const places = placesIn({ RUN_FOLDER: folder });
    for (const variable of ["APP_PORT", "PHONE_PORT"]) {
      const started = up(places, { [variable]: port });
      await expect(started).rejects.toThrow(CannotStart);
      await expect(started).rejects.toThrow(`${variable}=${port} is a port that browsers refuse`);
    }
    expect(existsSync(folder)).toBe(false);
  },
);

const isRefused = (env: NodeJS.ProcessEnv): boolean => {
  try {
    checkRequestedPorts(env);
    return false;
  } catch {
    return true;
  }
};

test("rejects the same ports as fetch", async () => {
  const refused: number[] = [];
  for (let port = 1; port <= 11_000; port += 1) {
    if (!isRefused({ APP_PORT: String(port) })) continue;
    refused.push(port);
    const failure: unknown = await fetch(`http://127.0.0.1:${port}`).catch(
      (error: unknown) => error,
    );
    expect(String(failure instanceof Error && failure.cause)).toContain("bad port");
  }
  expect(refused).toHaveLength(82);
});

test("rejects a value that is no port number and accepts 0", () => {
  expect(() => checkRequestedPorts({ APP_PORT: "http" })).toThrow("APP_PORT=http is not a port");
  expect(() => checkRequestedPorts({ PHONE_PORT: "65536" })).toThrow(
    "PHONE_PORT=65536 is not a port",
  );
  expect(isRefused({ APP_PORT: "0", PHONE_PORT: "9000" })).toBe(false);
  expect(isRefused({})).toBe(false);
});

test("names requested ports that a running stack does not have", () => {
  const running = { app: "http://127.0.0.1:8080", phone: "http://127.0.0.1:8025" };
  const env = { APP_PORT: "9080", PHONE_PORT: "8025" };
  expect(unmetRequests(env, running)).toEqual(["APP_PORT=9080"]);
  expect(unmetRequests({ APP_PORT: "0", PHONE_PORT: "" }, running)).toEqual([]);
});
