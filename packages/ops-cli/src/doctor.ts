import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { deadLetterTopic, topicDifferences } from "@matinale/bus";
import { topicNames, topics } from "@matinale/contracts";
import { connectMongo, graphRoot, openAiServer } from "@matinale/kit";
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
import { modelAndVoiceChecks } from "./check-voices.ts";

export interface Finding {
  /** The system that was checked. */
  name: string;
  state: "ok" | "warning" | "not set" | "failed";
  /** The result, or what the operator has to do. Never a secret. */
  message: string;
}

/** Tokens live for 60 s and digests are due to the second: a larger difference needs a correction. */
const maxSkewMs = 2_000;

async function kafkaTopics(kafka: Kafka, prefix: string): Promise<CheckResult> {
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
    return { message: `${brokers.length} broker(s), ${wanted.length} topics as in the catalogue` };
  } finally {
    await admin.disconnect();
  }
}

async function mongo(uri: string): Promise<CheckResult> {
  const connection = await connectMongo({ MONGODB_URI: uri, MONGODB_DATABASE: "admin" });
  try {
    const hello = await connection.db?.command({ hello: 1 });
    const at: unknown = hello?.["localTime"];
    const message = `wire version ${String(hello?.["maxWireVersion"])}`;
    return at instanceof Date ? { message, clock: { at, precisionMs: 1 } } : { message };
  } finally {
    await connection.close();
  }
}

async function redis(url: string): Promise<CheckResult> {
  // only the images of services that use Redis contain its client
  const { Redis } = await import("ioredis");
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const [seconds, micros] = await client.time();
    const at = new Date(Number(seconds) * 1_000 + Number(micros) / 1_000);
    return { message: "responds", clock: { at, precisionMs: 1 } };
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
  const number = env["WHATSAPP_PHONE_NUMBER_ID"] ?? "";
  const token = env["WHATSAPP_TOKEN"];
  return [
    checkOf("whatsapp", token, "WHATSAPP_TOKEN", (key) =>
      requestWithKey(
        `${graphRoot(graph)}/${number}?fields=id,quality_rating`,
        key,
        "the token is refused: make a permanent one for a system user, and check WHATSAPP_PHONE_NUMBER_ID",
      ),
    ),
    checkOf("graph api", token, "WHATSAPP_TOKEN", async () => graphVersionAge(graph, new Date())),
  ];
}

function checks(env: Env, kafka: Kafka | null): Check[] {
  const stripe = env["STRIPE_API_URL"] || "https://api.stripe.com";
  const openAi = env["OPENAI_BASE_URL"] || openAiServer;
  return [
    {
      name: "kafka",
      variable: "KAFKA_BROKERS",
      ...(kafka !== null && { run: () => kafkaTopics(kafka, env["KAFKA_PREFIX"] ?? "") }),
    },
    checkOf("mongodb", env["MONGODB_URI"], "MONGODB_URI", mongo),
    checkOf("redis", env["REDIS_URL"], "REDIS_URL", redis),
    ...(env["WHATSAPP_ADAPTER"] === "waha"
      ? [checkOf("whatsapp", env["WAHA_URL"], "WAHA_URL", (url) => linkedPhone(url, env))]
      : cloudApiChecks(env)),
    checkOf("stripe", env["STRIPE_SECRET_KEY"], "STRIPE_SECRET_KEY; no plan can be bought", (key) =>
      requestWithKey(
        `${stripe}/v1/prices?limit=1`,
        key,
        "the key is refused, or has no permission to read prices",
      ),
    ),
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
    if (clock === undefined) return { name, state: isWarning ? "warning" : "ok", message };
    const endedAt = Date.now();
    const at = clock.at.getTime();
    const skew = Math.max(startedAt - at - clock.precisionMs, at - endedAt, 0);
    if (skew <= maxSkewMs) return { name, state: "ok", message };
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
