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

/** Simulated faults. New settings replace all old ones and restart the count of `times`. */
export class Faults {
  settings: Readonly<FaultSettings> = {};
  #hits = { message: 0, speech: 0, mail: 0 };
  /** When messages of the last second were accepted, while their number is limited. */
  #accepted: number[] = [];
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #changes: Changes;

  constructor(now: () => number, random: () => number, changes: Changes) {
    this.#now = now;
    this.#random = random;
    this.#changes = changes;
  }

  replace(settings: FaultSettings): void {
    const { code, delayMs, dropAnswer, speechCode, speechDelayMs, mailCode, rate = 1 } = settings;
    const withRate = [code, delayMs, speechCode, speechDelayMs, mailCode];
    const hasRate = dropAnswer || withRate.some((each) => each !== undefined);
    this.settings = hasRate ? { ...settings, rate } : settings;
    this.#hits = { message: 0, speech: 0, mail: 0 };
    this.#changes.emit("change", "faults");
  }

  forMessage(to: string): Pick<FaultSettings, "code" | "delayMs" | "dropAnswer"> {
    const { code, delayMs, dropAnswer, to: only = to } = this.settings;
    const isSet = code !== undefined || delayMs !== undefined || dropAnswer;
    return isSet && only === to && this.#hit("message") ? { code, delayMs, dropAnswer } : {};
  }

  /** Counts a message in a sliding window of one second. @returns false when it exceeds `messagesPerSecond` */
  isWithinRate(): boolean {
    const limit = this.settings.messagesPerSecond;
    if (limit === undefined) return true;
    const now = this.#now();
    this.#accepted = this.#accepted.filter((at) => now - at < 1000);
    if (this.#accepted.length >= limit) return false;
    this.#accepted.push(now);
    return true;
  }

  forSpeech(): Pick<FaultSettings, "speechCode" | "speechRetryAfter" | "speechDelayMs"> {
    const { speechCode, speechRetryAfter, speechDelayMs } = this.settings;
    const isSet = speechCode !== undefined || speechDelayMs !== undefined;
    return isSet && this.#hit("speech") ? { speechCode, speechRetryAfter, speechDelayMs } : {};
  }

  forMail(): Pick<FaultSettings, "mailCode"> {
    const { mailCode } = this.settings;
    return mailCode !== undefined && this.#hit("mail") ? { mailCode } : {};
  }

  #hit(kind: "message" | "speech" | "mail"): boolean {
    const { times = Number.POSITIVE_INFINITY, rate = 1 } = this.settings;
    if (this.#hits[kind] >= times || (rate < 1 && this.#random() >= rate)) return false;
    this.#hits[kind] += 1;
    return true;
  }
}

/** True when a fault's code is a plain HTTP status. The provider uses no codes in this range. */
export const isHttpStatus = (code: number): boolean => code >= 400 && code < 600;
