import { startRedisServer, type RedisServer } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness } from "../testing/harness.ts";

let redis: RedisServer;
let delivery: Awaited<ReturnType<typeof startHarness>>;
beforeAll(async () => {
  redis = await startRedisServer();
  delivery = await startHarness({ env: { REDIS_URL: redis.url } });
}, 120_000);
afterAll(async () => {
  await delivery.stop();
  await redis.close();
});

test("reports a Redis that does not answer in time, and sends without it", async () => {
  const isUp = async () =>
    /^dependency_up\{.*dependency="redis".*\} (\d)$/m.exec(await delivery.metrics())?.[1];
  const { id, digits } = await delivery.reader();
  expect(await isUp()).toBe("1");
  await redis.client.call("CLIENT", "PAUSE", "60000");
  expect(await isUp()).toBe("0");
  expect(await delivery.call("POST /deliver-news", { as: id, body: {} })).toMatchObject({
    status: 200,
  });
  expect(delivery.provider.digests(digits)).toHaveLength(2);
});
