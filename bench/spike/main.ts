import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort, runCommand } from "@matinale/backing";
import { cleanUp, databaseOf, ownBacking, prefixOf } from "../harness/backing.ts";
import { cpuMicros, memory, startChild } from "../harness/child.ts";
import { gates, print } from "../harness/figures.ts";
import { secret } from "../harness/gateway.ts";
import { treeCpuMicros } from "../harness/process-tree.ts";
import { benchProvider } from "../harness/provider.ts";
import { benchContent } from "./content.ts";
import { seedReaders } from "./readers.ts";

/**
 * Everybody wants the digest in the same minute. The delivery service is real, with its database and
 * Kafka; the provider and content are stand-ins in this process. The reference only makes the calls.
 * `--smoke` checks the counters; `--readers 1000,10000` and `--rates 80,1000,0` choose (0: no limit).
 */
const smoke = process.argv.includes("--smoke");
const listOf = (name: string, otherwise: number[]): number[] => {
  const given = process.argv[process.argv.indexOf(name) + 1];
  return process.argv.includes(name) && given !== undefined
    ? given.split(",").map(Number)
    : otherwise;
};
const sizes = listOf("--readers", smoke ? [50] : [1_000, 10_000]);
const rates = listOf("--rates", smoke ? [80] : [80, 1_000, 0]);
const unlimited = 1_000_000;

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { expect, end } = gates();
const backing = await ownBacking();
const provider = await benchProvider();
const secondsFor = (count: number) => 20 + count / 250;

/** The next full minute that leaves time to start and to compose. */
const nextMinute = (count: number): Date =>
  new Date(Math.ceil((Date.now() + secondsFor(count) * 1_000) / 60_000) * 60_000);

/** Processor time of the database, where it is ours to look at. */
const databaseCpu = (): number =>
  backing.mongodb.members.reduce((sum, { pid }) => sum + (pid ? treeCpuMicros(pid) : 0), 0);

async function bareMicros(count: number): Promise<number> {
  provider.begin(Number.POSITIVE_INFINITY);
  const output = await runCommand(process.execPath, [
    script("./bare-sender.ts"),
    provider.url,
    String(count),
  ]);
  return Number(output) / count;
}

async function spike(count: number, rate: number): Promise<void> {
  const stamp = randomUUID().slice(0, 8);
  const perSecond = rate === 0 ? unlimited : rate;
  const name = `${count} readers, ${rate === 0 ? "no limit" : `${rate}/s`}`;
  const kafka = { KAFKA_BROKERS: backing.kafka.url, KAFKA_PREFIX: prefixOf(stamp) };
  const mongo = { MONGODB_URI: backing.mongodb.url, MONGODB_DATABASE: databaseOf(stamp) };
  await runCommand(process.execPath, [script("../../packages/bus/src/create-topics.ts")], {
    env: { ...process.env, ...kafka, LOG_LEVEL: "fatal" },
  });
  const content = await benchContent({ ...kafka, KAFKA_BROKERS: kafka.KAFKA_BROKERS.split(",") });
  const dueAt = nextMinute(count);
  await seedReaders(mongo, count, dueAt, stamp);
  provider.begin(rate === 0 ? Number.POSITIVE_INFINITY : rate);
  const delivery = await startChild(
    "delivery",
    [process.execPath, "--max-semi-space-size=2", script("../../services/delivery/src/main.ts")],
    {
      env: {
        METRICS_PORT: String(await freePort()),
        LOG_LEVEL: "error",
        INTERNAL_TOKEN_SECRET: secret,
        ...kafka,
        ...mongo,
        REDIS_URL: backing.redis.url,
        WHATSAPP_API_URL: provider.url,
        WHATSAPP_PHONE_NUMBER_ID: String(parseInt(stamp, 16)),
        WHATSAPP_TOKEN: "token",
        WHATSAPP_APP_SECRET: "app-secret",
        WHATSAPP_VERIFY_TOKEN: "verify",
        WHATSAPP_BUSINESS_NUMBER: "33700000000",
        WHATSAPP_MESSAGES_PER_SECOND: String(perSecond),
        CONTENT_URL: content.url,
        APP_URL: "http://127.0.0.1",
      },
    },
  );
  try {
    const before = { ours: cpuMicros(delivery.pid), database: databaseCpu() };
    const messages = 2 * count;
    const accepted = () => provider.calls.filter((call) => call.accepted).length;
    const patience = dueAt.getTime() + (messages / Math.min(perSecond, 500)) * 2_000 + 60_000;
    while (accepted() < messages && Date.now() < patience) await pause(200);
    await pause(1_000);
    const ours = cpuMicros(delivery.pid) - before.ours;
    const database = databaseCpu() - before.database;
    const { calls } = provider;
    const taken = calls.filter((call) => call.accepted);
    const first = ((taken[0]?.at ?? Number.NaN) - dueAt.getTime()) / 1_000;
    const drained = ((taken.at(-1)?.at ?? Number.NaN) - dueAt.getTime()) / 1_000;
    const references = new Set(taken.map(({ reference }) => reference));
    const refused = calls.length - taken.length;
    print(
      `${name}: first ${first.toFixed(2)} s late, drained in ${drained.toFixed(1)} s, ` +
        `${(ours / count).toFixed(0)} µs a digest in delivery and ${(database / count).toFixed(0)} in the database, ` +
        `${refused} refused, ${(memory(delivery.pid).peak / 2 ** 20).toFixed(0)} MB`,
    );
    expect(
      `${name}: ${content.composed()} composed, each message accepted once`,
      taken.length === messages && references.size === messages,
    );
    expect(
      `${name}: calls are messages and retries, nothing else`,
      calls.length === messages + refused,
    );
    expect(
      `${name}: one upload for the sound that all share (${provider.uploads()})`,
      provider.uploads() === 1,
    );
    if (smoke) return;
    expect(`${name}: the first message is at most 1 s late`, first >= 0 && first <= 1);
    if (rate > 0) {
      const efficiency = messages / rate / drained;
      expect(
        `${name}: ${efficiency.toFixed(3)} of the provider's rate (at least 0.95)`,
        efficiency >= 0.95,
      );
    }
    const bare = await bareMicros(Math.min(count, 2_000));
    print(
      `${name}: ${(ours / count / bare).toFixed(1)} × the bare calls (${bare.toFixed(0)} µs a digest)`,
    );
    expect(
      `${name}: ${((ours + database) / count).toFixed(0)} µs a digest (at most 400)`,
      (ours + database) / count <= 400,
    );
  } finally {
    await delivery.stop();
    await content.close();
    await cleanUp(backing, stamp);
  }
}

try {
  for (const count of sizes) for (const rate of rates) await spike(count, rate);
} finally {
  await provider.close();
  await backing.stop();
}
end("spike");
