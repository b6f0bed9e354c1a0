import { setTimeout as pause } from "node:timers/promises";
import { redisCheck } from "@matinale/kit/redis";
import { type RedisServer, startRedisSentinel, startRedisServer } from "@matinale/kit/testing";
import { expect, onTestFinished, test } from "vitest";
import { faultProxy } from "../testing/fault-proxy.ts";
import { person, testGateway, type TestGateway } from "../testing/test-gateway.ts";

/** What docs/kubernetes.md gives the user of the services. */
const rights = [
  "session:*",
  "session-ids:*",
  "limit:*",
  "me:*",
  "gone:*",
  "readiness:*",
  "{delivery:rate:*",
].map((pattern) => `~${pattern}`);
const commands = [
  "+@read",
  "+@write",
  "+@connection",
  "+@transaction",
  "+@scripting",
  "+time",
  "+info",
];
const user = ["matinale", "on", ">secret", "resetchannels", ...rights, ...commands];

async function started(server: Promise<RedisServer>): Promise<RedisServer> {
  const running = await server;
  onTestFinished(() => running.close());
  return running;
}

/** Two servers with the user of the services; the second one copies the first. */
async function masterAndReplica() {
  const master = await started(startRedisServer("--repl-diskless-sync-delay", "0"));
  const replica = await started(startRedisServer("--replicaof", `127.0.0.1 ${master.port}`));
  for (const { client } of [master, replica]) await client.call("ACL", "SETUSER", ...user);
  await expect.poll(() => replica.client.info("replication")).toContain("master_link_status:up");
  return { master, replica };
}

async function gatewayAt(url: string): Promise<TestGateway> {
  const gateway = await testGateway({ REDIS_URL: url });
  onTestFinished(() => gateway.close());
  await expect.poll(() => gateway.redis.status).toBe("ready");
  return gateway;
}

const login = async (gateway: TestGateway) => {
  const { email, password } = person;
  const { status } = await gateway.post("/api/login", { email, password });
  return status;
};
const isReady = ({ redis }: TestGateway) =>
  redisCheck(redis, "gateway")
    .check()
    .then(
      () => true,
      () => false,
    );
const withUser = (url: string) => url.replace("redis://", "redis://matinale:secret@");
const soon = { timeout: 10_000, interval: 100 };

test("signs people in after a replica was promoted behind the same name", async () => {
  const { master, replica } = await masterAndReplica();
  const name = await faultProxy(new URL(master.url));
  onTestFinished(() => name.close());
  const gateway = await gatewayAt(withUser(name.url));
  expect(await login(gateway)).toBe(200);
  expect(await isReady(gateway)).toBe(true);

  await replica.client.replicaof("NO", "ONE");
  await master.client.replicaof("127.0.0.1", replica.port);
  // the name still leads to the former master, which answers a ping and refuses writes
  expect(await login(gateway)).toBe(503);
  await expect.poll(() => gateway.redis.ping().catch(String), soon).toBe("PONG");
  expect(await isReady(gateway)).toBe(false);

  name.redirect(new URL(replica.url));
  await expect.poll(() => isReady(gateway), soon).toBe(true);
  await expect.poll(() => login(gateway), soon).toBe(200);
});

test("stays connected to a server that refuses one command for another reason", async () => {
  const server = await started(startRedisServer());
  const gateway = await gatewayAt(server.url);
  await gateway.redis.set("text", "a");
  await expect(gateway.redis.lpush("text", "b")).rejects.toThrow("WRONGTYPE");
  await pause(200);
  expect(gateway.redis.status).toBe("ready");
});

test("follows the Sentinels to the new master", async () => {
  const { master, replica } = await masterAndReplica();
  const sentinel = await started(startRedisSentinel("news", master));
  await expect.poll(() => sentinel.client.info("sentinel"), soon).toContain("slaves=1");
  const gateway = await gatewayAt(
    `redis+sentinel://matinale:secret@127.0.0.1:${sentinel.port}/news`,
  );
  expect(await login(gateway)).toBe(200);

  await sentinel.client.call("SENTINEL", "FAILOVER", "news");
  const { port } = replica;
  await expect
    .poll(() => gateway.redis.stream, { timeout: 10_000 })
    .toHaveProperty("remotePort", port);
  await expect.poll(() => login(gateway), soon).toBe(200);
  expect(await isReady(gateway)).toBe(true);
});
