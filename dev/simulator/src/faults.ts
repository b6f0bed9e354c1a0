import { z } from "zod";
import type { Changes } from "./changes.ts";

/** E.164 without the plus. */
export const digitsSchema = z
  .string()
  .transform((given) => given.replace(/^\+/, ""))
  .pipe(z.string().regex(/^[1-9]\d{6,14}$/, "digits of an E.164 number"));

export const faultsSchema = z.strictObject({
  /** Provider's error code for message calls; 400 to 599 is a plain HTTP status, as from a proxy. */
  code: z.int().min(0).max(9_999_999).optional(),
  /** Share of the calls that fail. Default: 1. */
  rate: z.number().min(0).max(1).optional(),
  /** Number of calls that fail before the fault ends. */
  times: z.int().min(1).optional(),
  /** Only message calls to this phone fail. */
  to: digitsSchema.optional(),
  /** The message is accepted at once, the response is sent later. */
  delayMs: z.int().min(0).max(600_000).optional(),
  /** The message is accepted, then the connection is cut. */
  dropAnswer: z.boolean().optional(),
  /** HTTP status for speech calls. */
  speechCode: z.int().min(400).max(599).optional(),
  /** Seconds that a failed speech call names as the time to wait. */
  speechRetryAfter: z.int().min(0).max(600).optional(),
  speechDelayMs: z.int().min(0).max(600_000).optional(),
  /** SMTP reply to the recipient of a mail: 4xx asks to try later, 5xx refuses for good. */
  mailCode: z.int().min(400).max(599).optional(),
  /** Ids of feeds that answer with a web page. */
  brokenFeeds: z.array(z.string()).optional(),
  duplicateWebhooks: z.boolean().optional(),
  shuffleWebhooks: z.boolean().optional(),
  /** Delay of new webhooks. Webhooks that already wait keep their delay. */
  webhookDelayMs: z.int().min(0).max(600_000).optional(),
  /** Further message calls within a second fail with 130429. */
  messagesPerSecond: z.number().positive().optional(),
});

export type FaultSettings = z.infer<typeof faultsSchema>;

export type Faults = ReturnType<typeof createFaults>;

/** Simulated faults. New settings replace all old ones and restart the count of `times`. */
export function createFaults(now: () => number, random: () => number, changes: Changes) {
  let settings: Readonly<FaultSettings> = {};
  let hits = { message: 0, speech: 0, mail: 0 };
  /** When messages of the last second were accepted, while their number is limited. */
  let accepted: number[] = [];
  const hit = (kind: keyof typeof hits): boolean => {
    const { times = Number.POSITIVE_INFINITY, rate = 1 } = settings;
    if (hits[kind] >= times || (rate < 1 && random() >= rate)) return false;
    hits[kind] += 1;
    return true;
  };
  return {
    get settings() {
      return settings;
    },
    replace(given: FaultSettings): void {
      const { code, delayMs, dropAnswer, speechCode, speechDelayMs, mailCode, rate = 1 } = given;
      const withRate = [code, delayMs, speechCode, speechDelayMs, mailCode];
      const hasRate = dropAnswer || withRate.some((each) => each !== undefined);
      settings = hasRate ? { ...given, rate } : given;
      hits = { message: 0, speech: 0, mail: 0 };
      changes.emit("change", "faults");
    },
    forMessage(to: string): Pick<FaultSettings, "code" | "delayMs" | "dropAnswer"> {
      const { code, delayMs, dropAnswer, to: only = to } = settings;
      const isSet = code !== undefined || delayMs !== undefined || dropAnswer;
      return isSet && only === to && hit("message") ? { code, delayMs, dropAnswer } : {};
    },
    /** Counts a message in a sliding window of one second. @returns false when it exceeds `messagesPerSecond` */
    isWithinRate(): boolean {
      const limit = settings.messagesPerSecond;
      if (limit === undefined) return true;
      const at = now();
      accepted = accepted.filter((before) => at - before < 1000);
      if (accepted.length >= limit) return false;
      accepted.push(at);
      return true;
    },
    forSpeech(): Pick<FaultSettings, "speechCode" | "speechRetryAfter" | "speechDelayMs"> {
      const { speechCode, speechRetryAfter, speechDelayMs } = settings;
      const isSet = speechCode !== undefined || speechDelayMs !== undefined;
      return isSet && hit("speech") ? { speechCode, speechRetryAfter, speechDelayMs } : {};
    },
    forMail(): Pick<FaultSettings, "mailCode"> {
      const { mailCode } = settings;
      return mailCode !== undefined && hit("mail") ? { mailCode } : {};
    },
  };
}

/** True when a fault's code is a plain HTTP status. The provider uses no codes in this range. */
export const isHttpStatus = (code: number): boolean => code >= 400 && code < 600;
