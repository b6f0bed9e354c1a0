import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { addressOf, imageIsAvailable, usableDocker } from "./docker-api.ts";
import { containerSpec } from "./container-specs.ts";
import { containerName, runArguments } from "./named-container.ts";

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A daemon that answers 200 on the given paths and 404 elsewhere. */
async function daemon(...paths: string[]): Promise<string> {
  const server = createServer((req, res) =>
    res.writeHead(paths.includes(req.url ?? "") ? 200 : 404).end(),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  stops.push(() => server.close());
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("uses a daemon that responds, unless BACKING is native", async () => {
  const host = await daemon("/_ping");
  expect(await usableDocker({ DOCKER_HOST: host })).toMatchObject({ host: "127.0.0.1" });
  expect(await usableDocker({ DOCKER_HOST: host, BACKING: "native" })).toBeUndefined();
});

test("a missing socket means that there is no Docker", async () => {
  expect(await usableDocker({ DOCKER_HOST: "unix:///nowhere/docker.sock" })).toBeUndefined();
});

test("an image is available when the machine has it or its registry knows it", async () => {
  const local = addressOf(await daemon("/images/redis:7.4/json"))!;
  const inRegistry = addressOf(await daemon("/distribution/redis:7.4/json"))!;
  const missing = addressOf(await daemon("/_ping"))!;
  expect(await imageIsAvailable(local, "redis:7.4")).toBe(true);
  expect(await imageIsAvailable(inRegistry, "redis:7.4")).toBe(true);
  expect(await imageIsAvailable(missing, "redis:7.4")).toBe(false);
});

const ports = { kafka: 1, kafkaController: 2, mongodb: 3, postgres: 4, redis: 5 };

test("a container listens on the loopback address only and stores its data in a volume", () => {
  const name = containerName("/a/b", "redis");
  expect(runArguments(name, containerSpec("redis", ports, true))).toEqual([
    "run",
    "--rm",
    "--name",
    name,
    "--publish",
    "127.0.0.1:5:6379",
    "--volume",
    `${name}:/data`,
    "redis:7.4",
    "redis-server",
    "--save",
    "",
    "--appendonly",
    "yes",
  ]);
});

test("services in different folders have different containers", () => {
  expect(containerName("/a", "kafka")).not.toBe(containerName("/b", "kafka"));
});

test("Kafka advertises the port of this machine to clients", () => {
  expect(containerSpec("kafka", ports, false).environment).toMatchObject({
    KAFKA_ADVERTISED_LISTENERS: "PLAINTEXT://127.0.0.1:1",
  });
});
