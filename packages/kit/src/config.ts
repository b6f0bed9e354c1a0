import { z } from "zod";
import { productFile } from "./product.ts";
import { isRedisUrl } from "./redis-url.ts";

/** Begins with http:// or https://. */
export const webAddress = z.url({ protocol: /^https?$/ });
export const wholeNumber = z.coerce.number().int();
/** Separated by commas; spaces and empty parts do not count. */
export const commaList = z.string().transform((list) =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

/** Secrets separated by commas, at least one. @param minLength  fewest characters of each */
export const secretList = (minLength: number) =>
  commaList.pipe(
    z.array(z.string().min(minLength, `needs at least ${minLength} characters`)).min(1),
  );

const port = wholeNumber.min(0).max(65_535);

/** Environment variables of every service. With port 0, as in tests, the system chooses a free port. */
export const baseEnv = {
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on"),
  PORT: port,
  METRICS_PORT: port.describe("Port of /livez, /readyz and /metrics"),
  DRAIN_MS: wholeNumber
    .min(0)
    .max(300_000)
    .default(5_000)
    .describe(
      "Milliseconds for which the service still accepts requests after SIGTERM, until every load balancer has stopped sending them",
    ),
  INTERNAL_TOKEN_SECRET: z
    .string()
    .min(32)
    .describe("Signs the identity token of internal requests; the same for all services"),
  PRODUCT_FILE: productFile,
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress
    .optional()
    .describe(
      "Address of an OpenTelemetry collector (OTLP over HTTP); without it there is no tracing",
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      "Share of the traces started here that are sampled, 1 unless set; for a trace of a caller the caller decides",
    ),
  HEAP_OPTIONS: z
    .string()
    .optional()
    .describe("Read by the start command of the image: options of Node for the size of its heap"),
  NODE_EXTRA_CA_CERTS: z
    .string()
    .optional()
    .describe("Read by Node: a file with additional certificate authorities to trust for TLS"),
};

export const mongoEnv = {
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, "must begin with mongodb://"),
  MONGODB_DATABASE: z.string().regex(/^[\w-]{1,60}$/),
};

export const redisEnv = {
  REDIS_URL: z
    .string()
    .refine(isRedisUrl, "must be redis://host:port or redis+sentinel://host:port,host:port/name")
    .describe(
      "`redis://host:port`, or `redis+sentinel://host:port,host:port/name` for Sentinels and their name of the master; with TLS `rediss`",
    ),
};

export const kafkaEnv = {
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((list) => list.split(",").map((broker) => broker.trim()))
    .refine(
      (brokers) => brokers.every((broker) => /^[^\s:]+:\d{1,5}$/.test(broker)),
      "must be host:port, separated by commas",
    )
    .describe("host:port, separated by commas"),
  KAFKA_PREFIX: z
    .string()
    .regex(/^[\w.-]*$/)
    .default("")
    .describe(
      "Prefix of every topic and consumer group, so that several installations can share a cluster",
    ),
  KAFKA_SSL: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .describe("Connect to the brokers with TLS"),
  KAFKA_SASL_MECHANISM: z
    .enum(["plain", "scram-sha-256", "scram-sha-512"])
    .optional()
    .describe("How to authenticate with the brokers; no authentication unless set"),
  KAFKA_SASL_USERNAME: z.string().min(1).optional().describe("Required with KAFKA_SASL_MECHANISM"),
  KAFKA_SASL_PASSWORD: z.string().min(1).optional().describe("Required with KAFKA_SASL_MECHANISM"),
};

/** For services that recognise a person who had a trial and deleted the account. */
export const trialEnv = {
  TRIAL_HASH_SECRET: z
    .string()
    .min(32)
    .describe(
      "Key of the hashes of e-mail addresses, numbers and user ids: of deleted accounts (second trial), STOPs, unknown senders, and opt-in messages sent. Also of the codes for a new password. The same for identity and delivery, never changed",
    ),
};

export type BaseConfig = z.infer<z.ZodObject<typeof baseEnv>>;
export type MongoConfig = z.infer<z.ZodObject<typeof mongoEnv>>;
type Kafka = z.infer<z.ZodObject<typeof kafkaEnv>>;
export type KafkaConfig = Pick<Kafka, "KAFKA_BROKERS" | "KAFKA_PREFIX"> & Partial<Kafka>;

/** Contradictions between Kafka variables that are each valid alone. */
function kafkaConflicts(config: unknown, env: Record<string, string | undefined>): string[] {
  if (typeof config !== "object" || config === null || !("KAFKA_BROKERS" in config)) return [];
  const { KAFKA_SASL_MECHANISM: mechanism } = env;
  const credentials = ["KAFKA_SASL_USERNAME", "KAFKA_SASL_PASSWORD"];
  if (mechanism === undefined) {
    return credentials
      .filter((name) => env[name] !== undefined)
      .map((name) => `${name}: is ignored without KAFKA_SASL_MECHANISM`);
  }
  const missing = credentials.filter((name) => env[name] === undefined);
  const isPasswordExposed = mechanism === "plain" && env["KAFKA_SSL"] !== "true";
  return [
    ...missing.map((name) => `${name}: is missing, KAFKA_SASL_MECHANISM requires it`),
    ...(isPasswordExposed
      ? ["KAFKA_SSL: must be true, because KAFKA_SASL_MECHANISM=plain sends the password"]
      : []),
  ];
}

export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`configuration is not valid:\n${problems.map((line) => `  ${line}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** Validates the environment; an empty variable is missing. @throws ConfigError with all that is wrong, never a value */
export function parseConfig<S extends z.ZodType>(
  schema: S,
  env: Record<string, string | undefined>,
): z.infer<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const result = schema.safeParse(given);
  if (result.success) {
    const conflicts = kafkaConflicts(result.data, given);
    if (conflicts.length > 0) throw new ConfigError(conflicts);
    return result.data;
  }
  throw new ConfigError(
    result.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? "environment");
      const isMissing =
        issue.code !== "custom" && issue.path.length > 0 && given[name] === undefined;
      return `${name}: ${isMissing ? "is missing" : issue.message}`;
    }),
  );
}

/** parseConfig for an entry point: prints every problem to standard error and ends the process. */
export function loadConfig<S extends z.ZodType>(schema: S): z.infer<S> {
  try {
    return parseConfig(schema, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
