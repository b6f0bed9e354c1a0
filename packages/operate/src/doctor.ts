import { readFile } from "node:fs/promises";
import { deadLetterTopic, topicDifferences } from "@matinale/bus";
import { topicNames, topics } from "@matinale/contracts";
import { connectMongo } from "@matinale/kit";
import type { Kafka } from "kafkajs";

export interface Finding {
  what: string;
  state: "well" | "not set" | "ill";
  /** What was seen, or what to do. Never a secret. */
  says: string;
}

type Env = Readonly<Record<string, string | undefined>>;
interface Look {
  says: string;
  /** The other side's clock, and how exactly it can tell the time. */
  clock?: { at: Date; exactToMs: number };
}

const patienceMs = 5_000;
/** Tokens live for 60 s and digests are due to the second: beyond this, clocks must be set right. */
const mostSkewMs = 2_000;

/** Thrown by a check that has seen what is wrong; anything else is told by its message as well. */
class Ill extends Error {}

async function kafkaTopics(kafka: Kafka, prefix: string): Promise<Look> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const there = new Set(await admin.listTopics());
    const wanted = topicNames.flatMap((name) => [name, deadLetterTopic(name)]);
    const missing = wanted.filter((name) => !there.has(prefix + name));
    if (missing.length > 0) {
      throw new Ill(`no topic ${missing.join(", ")}: run node packages/bus/src/create-topics.ts`);
    }
    const { topics: seen } = await admin.fetchTopicMetadata({
      topics: topicNames.map((name) => prefix + name),
    });
    const odd = seen.filter(({ name, partitions }) => {
      const known = topicNames.find((each) => prefix + each === name);
      return known !== undefined && partitions.length !== topics[known].partitions;
    });
    if (odd.length > 0) {
      throw new Ill(
        `other partitions than the catalogue: ${odd.map(({ name }) => name).join(", ")}`,
      );
    }
    const differences = await topicDifferences(admin, prefix);
    if (differences.length > 0) {
      const settings = differences.map(
        ({ topic, differing }) => `${topic} (${Object.keys(differing).join(", ")})`,
      );
      throw new Ill(
        `other settings than the catalogue: ${settings.join("; ")}: run node packages/bus/src/create-topics.ts`,
      );
    }
    const { brokers } = await admin.describeCluster();
    return { says: `${brokers.length} broker(s), ${wanted.length} topics as in the catalogue` };
  } finally {
    await admin.disconnect();
  }
}

async function mongo(uri: string): Promise<Look> {
  const connection = await connectMongo({ MONGODB_URI: uri, MONGODB_DATABASE: "admin" });
  try {
    const hello = await connection.db?.command({ hello: 1 });
    const at: unknown = hello?.["localTime"];
    const says = `wire version ${String(hello?.["maxWireVersion"])}`;
    return at instanceof Date ? { says, clock: { at, exactToMs: 1 } } : { says };
  } finally {
    await connection.close();
  }
}

async function redis(url: string): Promise<Look> {
  // only images of services that use Redis hold its client
  const { Redis } = await import("ioredis");
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const [seconds, micros] = await client.time();
    const at = new Date(Number(seconds) * 1_000 + Number(micros) / 1_000);
    return { says: "answers", clock: { at, exactToMs: 1 } };
  } finally {
    client.disconnect();
  }
}

async function ask(url: string, headers: Record<string, string>, wrong: string): Promise<Look> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(patienceMs) });
  await response.body?.cancel();
  if (response.status === 401 || response.status === 403) throw new Ill(wrong);
  if (!response.ok) throw new Ill(`${new URL(url).host} answers ${response.status}`);
  const date = response.headers.get("date");
  const says = `${new URL(url).host} accepts the key`;
  return date === null ? { says } : { says, clock: { at: new Date(date), exactToMs: 1_000 } };
}

async function google(file: string): Promise<Look> {
  const given: unknown = JSON.parse(await readFile(file, "utf8"));
  const type: unknown =
    typeof given === "object" && given !== null && "type" in given && given.type;
  if (typeof type !== "string") throw new Ill("not a file of Google credentials");
  return { says: `credentials of type ${type}` };
}

async function linkedPhone(url: string, env: Env): Promise<Look> {
  const session = encodeURIComponent(env["WAHA_SESSION"] || "default");
  const answer = await fetch(`${url.replace(/\/+$/, "")}/api/sessions/${session}`, {
    headers: { "x-api-key": env["WAHA_API_KEY"] ?? "" },
    signal: AbortSignal.timeout(patienceMs),
  });
  if (answer.status === 401) throw new Ill("the key is refused: look at WAHA_API_KEY");
  if (!answer.ok) throw new Ill(`answered ${answer.status}: look at WAHA_URL and WAHA_SESSION`);
  const state: unknown = await answer.json();
  const status =
    typeof state === "object" && state !== null && "status" in state ? state.status : "unknown";
  if (status !== "WORKING") throw new Ill(`the session is ${String(status)}: link its phone again`);
  return { says: "the session has its phone" };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Every check whose variables are set; undefined where they are not. */
function checks(
  env: Env,
  kafka: Kafka | null,
): [string, (() => Promise<Look>) | undefined, string][] {
  const given = <T>(value: string | undefined, then: (value: string) => T) =>
    value === undefined || value === "" ? undefined : then(value);
  const graph = env["WHATSAPP_API_URL"] || "https://graph.facebook.com";
  const number = env["WHATSAPP_PHONE_NUMBER_ID"] ?? "";
  return [
    [
      "kafka",
      kafka === null ? undefined : () => kafkaTopics(kafka, env["KAFKA_PREFIX"] ?? ""),
      "KAFKA_BROKERS",
    ],
    ["mongodb", given(env["MONGODB_URI"], (uri) => () => mongo(uri)), "MONGODB_URI"],
    ["redis", given(env["REDIS_URL"], (url) => () => redis(url)), "REDIS_URL"],
    env["WHATSAPP_ADAPTER"] === "waha"
      ? ["whatsapp", given(env["WAHA_URL"], (url) => () => linkedPhone(url, env)), "WAHA_URL"]
      : [
          "whatsapp",
          given(
            env["WHATSAPP_TOKEN"],
            (token) => () =>
              ask(
                `${graph}/v23.0/${number}?fields=id,quality_rating`,
                bearer(token),
                "the token is refused: make a permanent one for a system user, and look at WHATSAPP_PHONE_NUMBER_ID",
              ),
          ),
          "WHATSAPP_TOKEN",
        ],
    [
      "stripe",
      given(
        env["STRIPE_SECRET_KEY"],
        (key) => () =>
          ask(
            `${env["STRIPE_API_URL"] || "https://api.stripe.com"}/v1/prices?limit=1`,
            bearer(key),
            "the key is refused, or may not read prices",
          ),
      ),
      "STRIPE_SECRET_KEY; nothing can be bought",
    ],
    [
      "openai",
      given(
        env["OPENAI_API_KEY"],
        (key) => () =>
          ask(
            `${env["OPENAI_BASE_URL"] || "https://api.openai.com/v1"}/models`,
            bearer(key),
            "the key is refused",
          ),
      ),
      "OPENAI_API_KEY; summaries are made without a model",
    ],
    [
      "google speech",
      given(env["GOOGLE_APPLICATION_CREDENTIALS"], (file) => () => google(file)),
      "GOOGLE_APPLICATION_CREDENTIALS; digests are text only, unless TTS_ENDPOINT is set",
    ],
  ];
}

const soon = <T>(work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Ill("no answer within 10 s")), 2 * patienceMs);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
};

/**
 * Looks at everything that the environment names, all at once: whether it is there, is set up, lets us
 * in, and shows the same time as this machine.
 */
export async function examine(env: Env, kafka: Kafka | null): Promise<Finding[]> {
  const findings = checks(env, kafka).map(async ([what, look, variable]): Promise<Finding> => {
    if (look === undefined) return { what, state: "not set", says: variable };
    const asked = Date.now();
    try {
      const { says, clock } = await soon(look());
      if (clock === undefined) return { what, state: "well", says };
      const answered = Date.now();
      const at = clock.at.getTime();
      const skew = Math.max(asked - at - clock.exactToMs, at - answered, 0);
      return skew > mostSkewMs
        ? {
            what,
            state: "ill",
            says: `${says}, but its clock differs by ${Math.round(skew / 1_000)} s`,
          }
        : { what, state: "well", says };
    } catch (error) {
      return { what, state: "ill", says: error instanceof Error ? error.message : String(error) };
    }
  });
  return Promise.all(findings);
}
