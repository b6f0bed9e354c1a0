import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { addressOf, imageIsAvailable, usableDocker } from "./docker-api.ts";
import { recipeFor } from "./images.ts";
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

test("a daemon that answers is used, unless native engines are asked for", async () => {
  const host = await daemon("/_ping");
  expect(await usableDocker({ DOCKER_HOST: host })).toMatchObject({ host: "127.0.0.1" });
  expect(await usableDocker({ DOCKER_HOST: host, BACKING: "native" })).toBeUndefined();
});

test("a socket that is not there costs nothing", async () => {
  expect(await usableDocker({ DOCKER_HOST: "unix:///nowhere/docker.sock" })).toBeUndefined();
});

test("an image counts when the machine has it or its registry answers", async () => {
  const here = addressOf(await daemon("/images/redis:7.4/json"))!;
  const there = addressOf(await daemon("/distribution/redis:7.4/json"))!;
  const nowhere = addressOf(await daemon("/_ping"))!;
  expect(await imageIsAvailable(here, "redis:7.4")).toBe(true);
  expect(await imageIsAvailable(there, "redis:7.4")).toBe(true);
  expect(await imageIsAvailable(nowhere, "redis:7.4")).toBe(false);
});

const ports = { kafka: 1, kafkaController: 2, mongodb: 3, postgres: 4, redis: 5 };

test("a container listens on the loopback address only, and keeps its data in a volume", () => {
  const name = containerName("/a/b", "redis");
  expect(runArguments(name, recipeFor("redis", ports, true))).toEqual([
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

test("backings in different folders do not share containers", () => {
  expect(containerName("/a", "kafka")).not.toBe(containerName("/b", "kafka"));
});

test("Kafka tells clients the port on this machine", () => {
  expect(recipeFor("kafka", ports, false).environment).toMatchObject({
    KAFKA_ADVERTISED_LISTENERS: "PLAINTEXT://127.0.0.1:1",
  });
});
