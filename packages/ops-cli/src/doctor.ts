import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { deadLetterTopic, topicDifferences } from "@matinale/bus";
import { topicNames, topics } from "@matinale/contracts";
import { connectMongo, createLogger, openAiServer } from "@matinale/kit";
import { connectRedis, redisCheck, waitForRedis } from "@matinale/kit/redis";
import type { Kafka } from "kafkajs";
import { z } from "zod";
import {
  type Check,
  CheckFailed,
  type CheckResult,
  type Env,
  request,
  timeoutMs,
} from "./check.ts";
import { graphVersionAge } from "./check-graph-version.ts";
import { stripePrices, stripeWebhook } from "./check-stripe.ts";
import { modelAndVoiceChecks } from "./check-voices.ts";
import { sendingNumber, subscribedApps } from "./check-whatsapp-account.ts";

export interface Finding {
  /** The system that was checked. */
  name: string;
  state: "ok" | "warning" | "not set" | "failed";
  /** The result, or what the operator has to do. Never a secret. */
  message: string;
}

/** Tokens live for 60 s and digests are due to the second: a larger difference needs a correction. */
const maxSkewMs = 2_000;

/** A finding says what failed. */
const silent = createLogger({ service: "ops-cli", level: "silent" });

/** @param isProduction  warns about topics with fewer than three copies */
async function kafkaTopics(
  kafka: Kafka,
  prefix: string,
  isProduction: boolean,
): Promise<CheckResult> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const wanted = topicNames.flatMap((name) => [name, deadLetterTopic(name)]);
    const missing = wanted.filter((name) => !existing.has(prefix + name));
    if (missing.length > 0) {
      throw new CheckFailed(`no topic ${missing.join(", ")}: run create-topics of packages/bus`);
    }
    const { topics: found } = await admin.fetchTopicMetadata({
      topics: topicNames.map((name) => prefix + name),
    });
    const differing = found.filter(({ name, partitions }) => {
      const known = topicNames.find((each) => prefix + each === name);
      return known !== undefined && partitions.length !== topics[known].partitions;
    });
    if (differing.length > 0) {
      throw new CheckFailed(
        `number of partitions differs from the catalogue: ${differing.map(({ name }) => name).join(", ")}`,
      );
    }
    const differences = await topicDifferences(admin, prefix);
    if (differences.length > 0) {
      const settings = differences.map(
        ({ topic, differing: each }) => `${topic} (${Object.keys(each).join(", ")})`,
      );
      throw new CheckFailed(
        `settings differ from the catalogue: ${settings.join("; ")}: run create-topics of packages/bus`,
      );
    }
    const { brokers } = await admin.describeCluster();
    const copies = Math.min(
      ...found.flatMap(({ partitions }) => partitions.map(({ replicas }) => replicas.length)),
    );
    return {
      message: `${brokers.length} broker(s), ${wanted.length} topics as in the catalogue, ${copies} copy(ies) of each`,
      isWarning: isProduction && copies < 3,
    };
  } finally {
    await admin.disconnect();
  }
}

/** @param isProduction  warns about a server without a replica set, which loses writes when it fails */
async function mongo(uri: string, isProduction: boolean): Promise<CheckResult> {
  const connection = await connectMongo({ MONGODB_URI: uri, MONGODB_DATABASE: "admin" });
  try {
    const hello = await connection.db?.command({ hello: 1 });
    const at: unknown = hello?.["localTime"];
    const hosts: unknown = hello?.["hosts"];
    const members = Array.isArray(hosts) ? hosts.length : 0;
    return {
      message: `wire version ${String(hello?.["maxWireVersion"])}, ${members === 0 ? "no replica set" : `replica set of ${members}`}`,
      isWarning: isProduction && members < 3,
      ...(at instanceof Date && { clock: { at, precisionMs: 1 } }),
    };
  } finally {
    await connection.close();
  }
}

/** What Redis may lose: sessions when it restarts, and any key when its memory is full. */
async function redisRisks(client: ReturnType<typeof connectRedis>): Promise<string[]> {
  // the user of the services may have no right to it
  const info = await client.info().catch(() => "");
  return [
    ...(/^aof_enabled:0/m.test(info) ? ["set appendonly yes, or a restart ends all sessions"] : []),
    ...(/^maxmemory_policy:(?!noeviction)/m.test(info) ? ["set maxmemory-policy noeviction"] : []),
  ];
}

/** @param isProduction  warns about settings that lose data */
async function redis(url: string, isProduction: boolean): Promise<CheckResult> {
  const client = connectRedis(url, silent, { commandTimeout: timeoutMs });
  const failed = once(client, "error").then(([error]) => {
    throw error;
  });
  try {
    await Promise.race([waitForRedis(client, timeoutMs), failed]);
    await redisCheck(client, "doctor").check();
    const [seconds, micros] = await client.time();
    const at = new Date(Number(seconds) * 1_000 + Number(micros) / 1_000);
    const risks = isProduction ? await redisRisks(client) : [];
    return {
      message: ["accepts writes", ...risks].join("; "),
      isWarning: risks.length > 0,
      clock: { at, precisionMs: 1 },
    };
  } finally {
    client.disconnect();
  }
}

/** @param refused  what to do when the provider refuses the key */
async function requestWithKey(url: string, key: string, refused: string): Promise<CheckResult> {
  const { host } = new URL(url);
  const response = await request(url, { authorization: `Bearer ${key}` });
  await response.body?.cancel();
  if (response.status === 401 || response.status === 403) throw new CheckFailed(refused);
  if (!response.ok) throw new CheckFailed(`${host} responds with ${response.status}`);
  const date = response.headers.get("date");
  const message = `${host} accepts the key`;
  return date === null
    ? { message }
    : { message, clock: { at: new Date(date), precisionMs: 1_000 } };
}

async function googleCredentials(file: string): Promise<CheckResult> {
  const content: unknown = JSON.parse(await readFile(file, "utf8"));
  const { data } = z.object({ type: z.string() }).safeParse(content);
  if (data === undefined) throw new CheckFailed("not a file of Google credentials");
  return { message: `credentials of type ${data.type}` };
}

/** Compare it between the services: an older image computes other local times. */
const timeZones = (): CheckResult => ({
  message: `data of release ${process.versions["tz"] ?? "unknown"}`,
});

const wahaSession = z.object({ status: z.string().catch("unknown") });

async function linkedPhone(url: string, env: Env): Promise<CheckResult> {
  const session = encodeURIComponent(env["WAHA_SESSION"] || "default");
  const address = `${url.replace(/\/+$/, "")}/api/sessions/${session}`;
  const response = await request(address, { "x-api-key": env["WAHA_API_KEY"] ?? "" });
  if (response.status === 401) throw new CheckFailed("the key is refused: check WAHA_API_KEY");
  if (!response.ok) {
    throw new CheckFailed(`WAHA responds with ${response.status}: check WAHA_URL and WAHA_SESSION`);
  }
  const { status } = wahaSession.parse(await response.json());
  if (status !== "WORKING") {
    throw new CheckFailed(`the session is ${status}: link its phone again`);
  }
  return { message: "the session is linked to its phone" };
}

/** `run` with the variable's value; no check where the variable is not set. */
function checkOf(
  name: string,
  value: string | undefined,
  variable: string,
  run: (value: string) => Promise<CheckResult>,
): Check {
  return value === undefined || value === ""
    ? { name, variable }
    : { name, variable, run: () => run(value) };
}

function cloudApiChecks(env: Env): Check[] {
  const graph = env["WHATSAPP_API_URL"] || "https://graph.facebook.com";
  const token = env["WHATSAPP_TOKEN"];
  return [
    checkOf("whatsapp", token, "WHATSAPP_TOKEN", () => sendingNumber(env)),
    checkOf(
      "webhooks",
      env["WHATSAPP_BUSINESS_ACCOUNT_ID"],
      "WHATSAPP_BUSINESS_ACCOUNT_ID; templates and webhooks are not checked",
      () => subscribedApps(env),
    ),
    checkOf("graph api", token, "WHATSAPP_TOKEN", async () => graphVersionAge(graph, new Date())),
  ];
}

function checks(env: Env, kafka: Kafka | null): Check[] {
  const stripeKey = env["STRIPE_SECRET_KEY"];
  const isProduction = env["NODE_ENV"] === "production";
  const openAi = env["OPENAI_BASE_URL"] || openAiServer;
  return [
    {
      name: "kafka",
      variable: "KAFKA_BROKERS",
      ...(kafka !== null && {
        run: () => kafkaTopics(kafka, env["KAFKA_PREFIX"] ?? "", isProduction),
      }),
    },
    checkOf("mongodb", env["MONGODB_URI"], "MONGODB_URI", (uri) => mongo(uri, isProduction)),
    checkOf("redis", env["REDIS_URL"], "REDIS_URL", (url) => redis(url, isProduction)),
    ...(env["WHATSAPP_ADAPTER"] === "waha"
      ? [checkOf("whatsapp", env["WAHA_URL"], "WAHA_URL", (url) => linkedPhone(url, env))]
      : cloudApiChecks(env)),
    checkOf("stripe", stripeKey, "STRIPE_SECRET_KEY; no plan can be bought", () =>
      stripePrices(env),
    ),
    checkOf("stripe webhook", stripeKey, "STRIPE_SECRET_KEY", () => stripeWebhook(env)),
    checkOf(
      "openai",
      env["OPENAI_API_KEY"],
      "OPENAI_API_KEY; summaries are written without a model",
      (key) => requestWithKey(`${openAi}/models`, key, "the key is refused"),
    ),
    checkOf(
      "google speech",
      env["GOOGLE_APPLICATION_CREDENTIALS"],
      "GOOGLE_APPLICATION_CREDENTIALS; Google’s voices need it, unless TTS_ENDPOINT is set",
      googleCredentials,
    ),
    ...modelAndVoiceChecks(env),
    { name: "time zones", variable: "", run: async () => timeZones() },
  ];
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = pause(2 * timeoutMs, undefined, { ref: false }).then(() => {
    throw new CheckFailed("no response within 10 s");
  });
  return Promise.race([work, late]);
}

async function runCheck({ name, variable, run }: Check): Promise<Finding> {
  if (run === undefined) return { name, state: "not set", message: variable };
  const startedAt = Date.now();
  try {
    const { message, clock, isWarning = false } = await withTimeout(run());
    const state = isWarning ? "warning" : "ok";
    if (clock === undefined) return { name, state, message };
    const endedAt = Date.now();
    const at = clock.at.getTime();
    const skew = Math.max(startedAt - at - clock.precisionMs, at - endedAt, 0);
    if (skew <= maxSkewMs) return { name, state, message };
    const seconds = Math.round(skew / 1_000);
    return { name, state: "failed", message: `${message}, but its clock differs by ${seconds} s` };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { name, state: "failed", message };
  }
}

/**
 * Checks every system that the environment names, all at the same time: that it responds, is set up, accepts
 * the credentials, and has the same time as this machine.
 */
export const diagnose = (env: Env, kafka: Kafka | null): Promise<Finding[]> =>
  Promise.all(checks(env, kafka).map(runCheck));
