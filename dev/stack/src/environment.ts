import type { ServiceName } from "@matinale/contracts";
import type { Secrets } from "./secrets.ts";
import type { StackPorts } from "./ports/stack-ports.ts";
import type { ProcessName } from "./processes.ts";

export interface StackFacts {
  readonly ports: StackPorts;
  readonly secrets: Secrets;
  readonly devServices: Readonly<Record<"kafka" | "mongodb" | "redis", string>>;
  /** Folder of the built site. */
  readonly site: string;
  /** The developer's environment. */
  readonly env: NodeJS.ProcessEnv;
}

type Variables = Record<string, string>;

/** Variables that every process inherits from the developer's environment. All others are set below. */
const inherited = [
  "PATH",
  "HOME",
  "TMPDIR",
  "LANG",
  "NODE_OPTIONS",
  "NODE_EXTRA_CA_CERTS",
  "NODE_COMPILE_CACHE",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
];

/** The environment of each process: the variables of production, with values for development. */
export function environmentsOf(facts: StackFacts): Record<ProcessName, NodeJS.ProcessEnv> {
  const { ports, secrets, env } = facts;
  const url = (name: ProcessName) => `http://127.0.0.1:${ports[name]}`;
  const given = (names: readonly string[]) => givenIn(env, names);

  const machine = given(inherited);
  const service = (name: ServiceName): Variables => ({
    ...machine,
    NODE_ENV: "development",
    LOG_LEVEL: env["LOG_LEVEL"] || "info",
    HOST: "127.0.0.1",
    PORT: String(ports[name]),
    METRICS_PORT: String(ports[`${name}-metrics`]),
    // Longer than callers keep an idle connection. There is no load balancer to wait for.
    DRAIN_MS: "1500",
    INTERNAL_TOKEN_SECRET: secrets.internalToken,
    ...given(["OTEL_EXPORTER_OTLP_ENDPOINT"]),
  });
  const withData = (name: ServiceName): Variables => ({
    ...service(name),
    MONGODB_URI: facts.devServices.mongodb,
    MONGODB_DATABASE: `matinale_${name}`,
    KAFKA_BROKERS: facts.devServices.kafka,
  });

  return {
    gateway: {
      ...service("gateway"),
      PUBLIC_URL: url("gateway"),
      REDIS_URL: facts.devServices.redis,
      SESSION_SECRET: secrets.session,
      IDENTITY_URL: url("identity"),
      PREFERENCES_URL: url("preferences"),
      BILLING_URL: url("billing"),
      CONTENT_URL: url("content"),
      DELIVERY_URL: url("delivery"),
      WEB_DIST: facts.site,
      ...given(["SEND_MAIL"]),
      ...relaxedLimits.gateway,
    },
    identity: {
      ...withData("identity"),
      TRIAL_HASH_SECRET: secrets.trialHash,
      APP_URL: url("gateway"),
      DELIVERY_URL: url("delivery"),
      SMTP_URL: env["SMTP_URL"] || `smtp://127.0.0.1:${ports.mail}`,
      ...given(["MAIL_FROM", "SEND_MAIL"]),
    },
    preferences: withData("preferences"),
    billing: {
      ...withData("billing"),
      APP_URL: url("gateway"),
      IDENTITY_URL: url("identity"),
      ...givenWith(env, "STRIPE_"),
    },
    content: {
      ...withData("content"),
      MEDIA_SECRET: secrets.media,
      APP_URL: url("gateway"),
      FEED_CATALOGUE_URL: env["FEED_CATALOGUE_URL"] || `${url("simulator")}/feeds/catalogue.json`,
      FEED_ALLOWED_HOSTS: new URL(url("simulator")).host,
      ...voicesOf(env, url("simulator")),
      ...givenWith(env, "OPENAI_"),
      ...given(["MODEL_TOKENS_PER_DAY"]),
    },
    delivery: {
      ...withData("delivery"),
      ...channelOf(env, secrets, url("simulator")),
      REDIS_URL: facts.devServices.redis,
      TRIAL_HASH_SECRET: secrets.trialHash,
      // WhatsApp bans real linked phones that send fast. The simulated one has no such risk.
      WAHA_MESSAGES_PER_SECOND: env["WAHA_MESSAGES_PER_SECOND"] || (env["WAHA_URL"] ? "1" : "20"),
      CONTENT_URL: url("content"),
      APP_URL: url("gateway"),
      ...relaxedLimits.delivery,
    },
    simulator: {
      ...machine,
      HOST: "127.0.0.1",
      PHONE_PORT: String(ports.simulator),
      MAIL_PORT: String(ports.mail),
      WEBHOOK_URL: `${url("gateway")}/webhooks/whatsapp`,
      APP_URL: url("gateway"),
      ...channelOf(env, secrets, url("simulator")),
    },
  };
}

const givenIn = (env: NodeJS.ProcessEnv, names: readonly string[]): Variables =>
  Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));

const givenWith = (env: NodeJS.ProcessEnv, prefix: string): Variables =>
  givenIn(
    env,
    Object.keys(env).filter((name) => name.startsWith(prefix)),
  );

/** Environment of WhatsApp: the developer's account or linked phone, else the simulator. */
export const channelOf = (
  env: NodeJS.ProcessEnv,
  secrets: Secrets,
  simulator: string,
): Variables => ({
  WHATSAPP_PHONE_NUMBER_ID: env["WHATSAPP_PHONE_NUMBER_ID"] || "100000000000001",
  WHATSAPP_BUSINESS_NUMBER: env["WHATSAPP_BUSINESS_NUMBER"] || "33700000000",
  WHATSAPP_TOKEN: env["WHATSAPP_TOKEN"] || secrets.whatsappToken,
  WHATSAPP_APP_SECRET: env["WHATSAPP_APP_SECRET"] || secrets.whatsappApp,
  WHATSAPP_VERIFY_TOKEN: env["WHATSAPP_VERIFY_TOKEN"] || secrets.whatsappVerify,
  WHATSAPP_ADAPTER: env["WHATSAPP_ADAPTER"] || "cloud-api",
  WHATSAPP_API_URL: env["WHATSAPP_API_URL"] || simulator,
  WAHA_URL: env["WAHA_URL"] || simulator,
  WAHA_API_KEY: env["WAHA_API_KEY"] || secrets.whatsappToken,
  WAHA_SESSION: env["WAHA_SESSION"] || "default",
  WAHA_HMAC_KEY: env["WAHA_HMAC_KEY"] || secrets.whatsappApp,
});

/** Whether messages go to the simulator's phones. */
export const isChannelSimulated = (env: NodeJS.ProcessEnv): boolean =>
  !env[env["WHATSAPP_ADAPTER"] === "waha" ? "WAHA_URL" : "WHATSAPP_API_URL"];

/** Environment of the voices: the chosen provider with its credentials, else the simulator as that provider. */
export function voicesOf(env: NodeJS.ProcessEnv, simulator: string): Variables {
  const isOpenAi = env["SPEECH_PROVIDER"] === "openai";
  const credentials = isOpenAi ? "OPENAI_API_KEY" : "GOOGLE_APPLICATION_CREDENTIALS";
  return {
    ...givenWith(env, "SPEECH_"),
    ...(env[credentials]
      ? givenIn(env, [credentials])
      : { TTS_ENDPOINT: isOpenAi ? `${simulator}/v1` : simulator }),
  };
}

/** Higher limits, which tests from one machine would reach. Failed log-ins of one account stay limited. */
const relaxedLimits = {
  gateway: {
    CALLS_PER_ADDRESS: "100000000",
    SIGNUPS_PER_ADDRESS: "100000",
    LOGIN_FAILURES_PER_ADDRESS: "100000",
    CHANGES_PER_USER: "100000",
    COSTLY_CALLS_PER_USER: "100000",
    PREVIEWS_PER_USER: "100000",
    PICTURES_PER_USER: "100000",
    EXPORTS_PER_USER: "100000",
    RECOVERIES_PER_ADDRESS: "100000",
    MAILS_PER_USER: "100000",
    CONTACT_MESSAGES_PER_SENDER: "100000",
    RESETS_PER_ACCOUNT: "100000",
  },
  delivery: {
    CONNECTS_PER_DAY: "10000",
    MANUAL_DELIVERIES_PER_HOUR: "10000",
    PHONE_NUMBERS: "possible",
  },
} satisfies Partial<Record<ServiceName, Variables>>;
