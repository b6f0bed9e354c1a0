import { silentLogger } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ownRedisUrl } from "../testing/test-gateway.ts";
import { batchedGet } from "./batched-get.ts";
import { connectRedis } from "../clients/redis.ts";

const redis = connectRedis(ownRedisUrl().href, silentLogger);
beforeAll(() => vi.waitFor(() => redis.mset("one", "1", "two", "2")));
afterAll(() => redis.disconnect());

test("reads the keys of one turn with one command", async () => {
  const mget = vi.spyOn(redis, "mget");
  const get = batchedGet(redis);
  const keys = ["two", "missing", "one", "two"];
  expect(await Promise.all(keys.map(get))).toEqual(["2", null, "1", "2"]);
  expect(mget).toHaveBeenCalledTimes(1);
});

test("reads a deleted key as null, without a cache", async () => {
  const get = batchedGet(redis);
  expect(await get("one")).toBe("1");
  await redis.del("one");
  expect(await get("one")).toBeNull();
});

test("rejects every waiting read when the command fails", async () => {
  const down = new Error("redis is down");
  const get = batchedGet({ mget: () => Promise.reject(down) });
  const reads = await Promise.allSettled([get("one"), get("two")]);
  expect(reads.map((each) => each.status === "rejected" && each.reason)).toEqual([down, down]);
});
