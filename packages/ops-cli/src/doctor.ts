import { setTimeout as pause } from "node:timers/promises";
import type { Kafka } from "kafkajs";
import { z } from "zod";
import {
  type Check,
  CheckFailed,
  checkOf,
  type CheckResult,
  type Env,
  request,
  timeoutMs,
} from "./check.ts";
import { outletTerms } from "./check-feeds.ts";
import { graphVersionAge } from "./check-graph-version.ts";
import { mailServer } from "./check-mail.ts";
import { kafkaTopics, mongo, redis } from "./check-stores.ts";
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

/** The database with the feeds, in the environment of content: no other service has this secret. */
const feedsDatabase = (env: Env): string | undefined =>
  env["MEDIA_SECRET"] && env["MONGODB_URI"] ? env["MONGODB_DATABASE"] : undefined;

function checks(env: Env, kafkaOf: () => Kafka): Check[] {
  const stripeKey = env["STRIPE_SECRET_KEY"];
  const isProduction = env["NODE_ENV"] === "production";
  return [
    checkOf("kafka", env["KAFKA_BROKERS"], "KAFKA_BROKERS", () =>
      kafkaTopics(kafkaOf(), env["KAFKA_PREFIX"] ?? "", isProduction),
    ),
    checkOf("mongodb", env["MONGODB_URI"], "MONGODB_URI", (uri) => mongo(uri, isProduction)),
    checkOf("redis", env["REDIS_URL"], "REDIS_URL", (url) => redis(url, isProduction)),
    ...(env["WHATSAPP_ADAPTER"] === "waha"
      ? [checkOf("whatsapp", env["WAHA_URL"], "WAHA_URL", (url) => linkedPhone(url, env))]
      : cloudApiChecks(env)),
    checkOf(
      "stripe",
      stripeKey,
      `STRIPE_SECRET_KEY; ${isProduction ? "no plan can be bought" : "payments are simulated"}`,
      () => stripePrices(env),
    ),
    checkOf("stripe webhook", stripeKey, "STRIPE_SECRET_KEY", () => stripeWebhook(env)),
    ...modelAndVoiceChecks(env),
    checkOf(
      "mail",
      env["SEND_MAIL"] === "off" ? "" : env["SMTP_URL"],
      "SMTP_URL; only identity sends mail",
      (url) => mailServer(url, isProduction),
    ),
    checkOf("feeds", feedsDatabase(env), "MEDIA_SECRET; only content reads feeds", (database) =>
      outletTerms(env["MONGODB_URI"] ?? "", database),
    ),
    { name: "time zones", variable: "", run: async () => timeZones() },
  ];
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const late = pause(limitMs, undefined, { ref: false }).then(() => {
    throw new CheckFailed(`no response within ${limitMs / 1_000} s`);
  });
  return Promise.race([work, late]);
}

async function runCheck(check: Check): Promise<Finding> {
  const { name, variable, run, limitMs = 2 * timeoutMs } = check;
  if (run === undefined) return { name, state: "not set", message: variable };
  const startedAt = Date.now();
  try {
    const { message, clock, isWarning = false } = await within(limitMs, run());
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

/** Checks every system that the environment names, at the same time: response, set-up, credentials and clock. */
export const diagnose = (env: Env, kafkaOf: () => Kafka): Promise<Finding[]> =>
  Promise.all(checks(env, kafkaOf).map(runCheck));
