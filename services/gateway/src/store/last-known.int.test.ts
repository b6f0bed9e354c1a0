import { randomUUID } from "node:crypto";
import { asUserId } from "@matinale/contracts";
import { silentLogger, testRedisUrl } from "@matinale/kit/testing";
import { Redis } from "ioredis";
import { afterAll, expect, test } from "vitest";
import { createLastKnown } from "./last-known.ts";

const redis = new Redis(testRedisUrl(), { keyPrefix: `${randomUUID()}:` });
afterAll(async () => {
  await redis.quit();
});
const parts = { preferences: { language: "fr" } } as const;

test("stores nothing for a person who was erased while a response was in flight", async () => {
  const ada = asUserId("ada");
  const here = createLastKnown(redis, silentLogger);
  const replica = createLastKnown(redis, silentLogger);
  here.remember(ada, parts);
  expect(await here.recall(ada)).toEqual(parts);

  await here.forget(ada);
  replica.remember(ada, parts);

  expect(await here.recall(ada)).toEqual({});
  expect(await redis.ttl("gone:ada")).toBeGreaterThan(30);
});

test("answers 503 while Redis is away", async () => {
  const away = new Redis("redis://127.0.0.1:1", { lazyConnect: true, enableOfflineQueue: false });
  const lastKnown = createLastKnown(away, silentLogger);
  const ada = asUserId("ada");
  for (const call of [lastKnown.recall(ada), lastKnown.forget(ada)]) {
    await expect(call).rejects.toMatchObject({ code: "SESSION_STORE_UNAVAILABLE", status: 503 });
  }
  away.disconnect();
});
