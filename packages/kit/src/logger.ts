import { pino, type DestinationStream, type Logger } from "pino";
import { currentContext } from "./context.ts";

export type { Logger };

/** Redacted at the top level of a log line and one level below. */
const secret = [
  "password",
  "passwordHash",
  "token",
  "authorization",
  "cookie",
  "phone",
  "email",
  "waId",
  "lid",
  "to",
  "secret",
  "body",
].flatMap((key) => [key, `*.${key}`]);

/** MongoDB names the value that violates a unique index, such as an e-mail address. */
const withoutValues = (text: string): string => text.replace(/dup key: \{.*\}/g, "dup key");

/** The name and message of an error for people who operate the service, at most 500 characters, without personal data. */
export const reasonOf = (error: unknown): string =>
  withoutValues(error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(
    0,
    500,
  );

/** The properties of an error that are logged. The errors of HTTP clients have requests and keys too. */
const describe = (error: unknown): unknown =>
  error instanceof Error
    ? {
        type: error.name,
        message: withoutValues(error.message),
        code: "code" in error ? error.code : undefined,
        stack: withoutValues(error.stack ?? ""),
        cause: error.cause === undefined ? undefined : describe(error.cause),
      }
    : error;

/** JSON lines on standard output, with the ids of the current context. */
export function createLogger(
  options: { service: string; level: string },
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secret, censor: "[redacted]" },
      serializers: { err: describe, error: describe },
      mixin: () => {
        const { traceparent, ...ids } = currentContext() ?? {};
        const [, traceId, spanId] = traceparent?.split("-") ?? [];
        return { ...ids, traceId, spanId };
      },
    },
    destination ?? pino.destination({ sync: false }),
  );
}
