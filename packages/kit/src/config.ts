import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);

/** What every service needs. Ports may be 0 in tests: any free one. */
export const baseEnv = {
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on"),
  PORT: port,
  METRICS_PORT: port.describe("Port of /livez, /readyz and /metrics"),
  DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(5_000)
    .describe(
      "Milliseconds for which requests are still accepted after SIGTERM, until nothing sends them here any more",
    ),
  INTERNAL_TOKEN_SECRET: z
    .string()
    .min(32)
    .describe("Signs the identity that services show each other; the same for all of them"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "Address of an OpenTelemetry collector (OTLP over HTTP); without it nothing is traced",
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      "Share of the traces that begin here and are kept, all unless set; what others began is kept when they keep it",
    ),
  NODE_EXTRA_CA_CERTS: z
    .string()
    .optional()
    .describe(
      "Read by Node itself: a file with further authorities to trust, for connections over TLS",
    ),
};

export const mongoEnv = {
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, "must begin with mongodb://"),
  MONGODB_DATABASE: z.string().regex(/^[\w-]{1,60}$/),
};

export const kafkaEnv = {
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((list) => list.split(",").map((broker) => broker.trim()))
    .describe("host:port, separated by commas"),
  KAFKA_PREFIX: z
    .string()
    .regex(/^[\w.-]*$/)
    .default("")
    .describe(
      "Put before every topic and group, so that several installations can share a cluster",
    ),
  KAFKA_SSL: z
    .enum(["true", "false"])
    .default("false")
    .transform((word) => word === "true")
    .describe("Speak TLS to the brokers"),
  KAFKA_SASL_MECHANISM: z
    .enum(["plain", "scram-sha-256", "scram-sha-512"])
    .optional()
    .describe("How to log in at the brokers; without it nobody does"),
  KAFKA_SASL_USERNAME: z.string().min(1).optional().describe("Goes with KAFKA_SASL_MECHANISM"),
  KAFKA_SASL_PASSWORD: z.string().min(1).optional().describe("Goes with KAFKA_SASL_MECHANISM"),
};

/** Public values, refused in production. */
const developmentTrialSecret = "development-secret-of-trial-marks-only";

/** For services that recognise people who had a trial and deleted their account. */
export const trialEnv = {
  TRIAL_HASH_SECRET: z
    .string()
    .min(32)
    .default(developmentTrialSecret)
    .describe(
      "Hashes e-mail addresses and numbers of deleted accounts, so that nobody has two trials; the same for identity and delivery, never changed, needed in production",
    ),
};

/** For a schema with `trialEnv`: production has a secret of its own. */
export const hasOwnTrialSecret = {
  test: (env: { NODE_ENV: string; TRIAL_HASH_SECRET: string }): boolean =>
    env.NODE_ENV !== "production" || env.TRIAL_HASH_SECRET !== developmentTrialSecret,
  otherwise: {
    path: ["TRIAL_HASH_SECRET"],
    error: "must be a secret of your own in production, of 32 characters or more",
  },
};

const base = z.object(baseEnv);
const mongo = z.object(mongoEnv);
const kafka = z.object(kafkaEnv);
export type BaseConfig = z.infer<typeof base>;
export type MongoConfig = z.infer<typeof mongo>;
type KafkaAccess =
  | "KAFKA_SSL"
  | "KAFKA_SASL_MECHANISM"
  | "KAFKA_SASL_USERNAME"
  | "KAFKA_SASL_PASSWORD";
export type KafkaConfig = Omit<z.infer<typeof kafka>, KafkaAccess> &
  Partial<Pick<z.infer<typeof kafka>, KafkaAccess>>;

/** Contradictions between Kafka variables that are each valid alone. */
function kafkaDisagreements(config: unknown, env: Record<string, string | undefined>): string[] {
  if (typeof config !== "object" || config === null || !("KAFKA_BROKERS" in config)) return [];
  const { KAFKA_SASL_MECHANISM: mechanism } = env;
  const login = ["KAFKA_SASL_USERNAME", "KAFKA_SASL_PASSWORD"];
  if (mechanism === undefined) {
    return login
      .filter((name) => env[name] !== undefined)
      .map((name) => `${name}: is of no use without KAFKA_SASL_MECHANISM`);
  }
  const absent = login.filter((name) => env[name] === undefined);
  const open = mechanism === "plain" && env["KAFKA_SSL"] !== "true";
  return [
    ...absent.map((name) => `${name}: is missing, as KAFKA_SASL_MECHANISM asks for it`),
    ...(open
      ? ["KAFKA_SSL: must be true where KAFKA_SASL_MECHANISM=plain sends the password"]
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

/**
 * Reads the environment by its schema. An empty variable counts as absent.
 *
 * @throws ConfigError naming every variable that is wrong, never a value
 */
export function parseConfig<S extends z.ZodType>(
  schema: S,
  env: Record<string, string | undefined>,
): z.infer<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const result = schema.safeParse(given);
  if (result.success) {
    const disagreements = kafkaDisagreements(result.data, given);
    if (disagreements.length > 0) throw new ConfigError(disagreements);
    return result.data;
  }
  throw new ConfigError(
    result.error.issues.map((issue) => {
      const name = issue.path.join(".") || "environment";
      const absent = issue.path.length > 0 && given[name] === undefined;
      return `${name}: ${absent ? "is missing" : issue.message}`;
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
