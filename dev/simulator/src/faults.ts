import { setTimeout as wait } from "node:timers/promises";
import type { Request } from "express";
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
  duplicateWebhooks: z.boolean().optional(),
  shuffleWebhooks: z.boolean().optional(),
  /** Delay of new webhooks. Webhooks that already wait keep their delay. */
  webhookDelayMs: z.int().min(0).max(600_000).optional(),
  /** Further message calls within a second fail with 130429. */
  messagesPerSecond: z.number().positive().optional(),
  /** Burst of messages to one phone; more fail with 131056. One message is added back every 6 seconds. */
  pairBurst: z.int().min(1).optional(),
});

export type FaultSettings = z.infer<typeof faultsSchema>;

/** The fault of one message call. */
export interface MessageFault {
  code?: number;
  delayMs?: number;
  dropAnswer?: boolean;
}

/** Simulated faults. New settings replace all old ones and restart the count of `times`. */
export class Faults {
  #settings: FaultSettings = {};
  #messageHits = 0;
  #speechHits = 0;
  readonly #random: () => number;
  readonly #changes: Changes;

  constructor(random: () => number, changes: Changes) {
    this.#random = random;
    this.#changes = changes;
  }

  replace(settings: FaultSettings): FaultSettings {
    this.#settings = settings;
    this.#messageHits = 0;
    this.#speechHits = 0;
    this.#changes.publish({ kind: "faults" });
    return this.current();
  }

  /** The settings with the default rate. Empty without faults. */
  current(): FaultSettings {
    const { code, delayMs, dropAnswer, speechCode } = this.#settings;
    const hasRate =
      code !== undefined || delayMs !== undefined || dropAnswer || speechCode !== undefined;
    return hasRate ? { ...this.#settings, rate: this.#settings.rate ?? 1 } : { ...this.#settings };
  }

  forMessage(to: string): MessageFault {
    const { code, delayMs, dropAnswer, to: only } = this.#settings;
    const any = code !== undefined || delayMs !== undefined || dropAnswer;
    if (!any || (only !== undefined && only !== to)) return {};
    if (!this.#hits(this.#messageHits)) return {};
    this.#messageHits += 1;
    return {
      ...(code === undefined ? {} : { code }),
      ...(delayMs === undefined ? {} : { delayMs }),
      ...(dropAnswer === undefined ? {} : { dropAnswer }),
    };
  }

  /** HTTP status with which a speech call fails, or undefined when it succeeds. */
  forSpeech(): number | undefined {
    if (this.#settings.speechCode === undefined || !this.#hits(this.#speechHits)) return undefined;
    this.#speechHits += 1;
    return this.#settings.speechCode;
  }

  get duplicateWebhooks(): boolean {
    return this.#settings.duplicateWebhooks ?? false;
  }

  get shuffleWebhooks(): boolean {
    return this.#settings.shuffleWebhooks ?? false;
  }

  get webhookDelayMs(): number {
    return this.#settings.webhookDelayMs ?? 0;
  }

  get pairBurst(): number {
    return this.#settings.pairBurst ?? Number.POSITIVE_INFINITY;
  }

  get messagesPerSecond(): number {
    return this.#settings.messagesPerSecond ?? Number.POSITIVE_INFINITY;
  }

  #hits(soFar: number): boolean {
    const { times, rate } = this.#settings;
    if (times !== undefined && soFar >= times) return false;
    return rate === undefined || this.#random() < rate;
  }
}

/** Sends the response with `write`, delayed by the fault, or closes the connection instead. */
export async function respondWithFault(
  fault: MessageFault,
  req: Request,
  write: () => unknown,
): Promise<void> {
  if (fault.delayMs) await wait(fault.delayMs);
  if (fault.dropAnswer) req.socket.destroy();
  else write();
}

/** True when a fault's code is a plain HTTP status. The provider uses no codes in this range. */
export function isHttpStatus(code: number): boolean {
  return code >= 400 && code < 600;
}
