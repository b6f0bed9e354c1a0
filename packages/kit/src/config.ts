import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);

/** What every service needs. Ports may be 0 in tests: any free one. */
export const baseEnv = {
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on"),
  PORT: port,
  METRICS_PORT: port.describe("Port of /livez, /readyz and /metrics"),
  INTERNAL_TOKEN_SECRET: z
    .string()
    .min(32)
    .describe("Signs the identity that services show each other; the same for all of them"),
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
};

const base = z.object(baseEnv);
const mongo = z.object(mongoEnv);
const kafka = z.object(kafkaEnv);
export type BaseConfig = z.infer<typeof base>;
export type MongoConfig = z.infer<typeof mongo>;
export type KafkaConfig = z.infer<typeof kafka>;

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
  if (result.success) return result.data;
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
