import { expect, test } from "vitest";
import { addressesIn, fromEnvironment } from "./from-environment.ts";
import { freePort } from "./ports.ts";

test.each([
  ["kafka-1:9092, kafka-2:9093", ["kafka-1:9092", "kafka-2:9093"]],
  ["mongodb://ada:p%40ss@db:27017,db2:27018/x?replicaSet=rs", ["db:27017", "db2:27018"]],
  ["redis://[::1]:6379/0", ["::1:6379"]],
  ["mongodb+srv://ada:secret@cluster.example/x", []],
])("addresses in %s", (url, addresses) => {
  expect(addressesIn(url).map(({ host, port }) => `${host}:${port}`)).toEqual(addresses);
});

test("returns undefined for a service that the environment does not set", async () => {
  expect(await fromEnvironment("redis", {})).toBeUndefined();
});

test("an unreachable service is an error with the variable's name, without the secret in its URL", async () => {
  const url = `redis://:secret@127.0.0.1:${await freePort()}`;
  await expect(fromEnvironment("redis", { REDIS_URL: url })).rejects.toThrow(
    /^REDIS_URL is set, but nothing listens/,
  );
});
