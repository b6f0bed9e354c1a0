import { setTimeout as wait } from "node:timers/promises";
import type { Request } from "express";
import { z } from "zod";
import type { Live } from "./live.ts";

/** E.164 without the plus. */
export const digitsSchema = z
  .string()
  .transform((given) => given.replace(/^\+/, ""))
  .pipe(z.string().regex(/^[1-9]\d{6,14}$/, "digits of an E.164 number"));

export const faultsSchema = z.strictObject({
  /** Provider's error code for message calls; 400 to 599 is a plain HTTP status, as from a proxy. */
  code: z.int().min(0).max(9_999_999).optional(),
  /** Share of the calls that are hit, 1 unless told. */
  rate: z.number().min(0).max(1).optional(),
  /** How many calls are hit before the fault is over. */
  times: z.int().min(1).optional(),
  /** Message calls to this phone only. */
  to: digitsSchema.optional(),
  /** The message is accepted at once, the answer comes later. */
  delayMs: z.int().min(0).max(600_000).optional(),
  /** The message is accepted, then the connection is cut. */
  dropAnswer: z.boolean().optional(),
  /** HTTP status for speech calls. */
  speechCode: z.int().min(400).max(599).optional(),
  duplicateWebhooks: z.boolean().optional(),
  shuffleWebhooks: z.boolean().optional(),
  /** Webhooks leave this much later; those that wait already are not hurried. */
  webhookDelayMs: z.int().min(0).max(600_000).optional(),
  /** More message calls than this within a second are answered 130429. */
  messagesPerSecond: z.number().positive().optional(),
  /** More messages than this to one phone at once are answered 131056; one is forgiven every 6 seconds. */
  pairBurst: z.int().min(1).optional(),
});

export type FaultSettings = z.infer<typeof faultsSchema>;

/** What happens to one message call. */
export interface MessageFault {
  code?: number;
  delayMs?: number;
  dropAnswer?: boolean;
}

/** What goes wrong on purpose. Settings are replaced as a whole; `times` counts down from then on. */
export class Faults {
  #settings: FaultSettings = {};
  #messageHits = 0;
  #speechHits = 0;
  readonly #random: () => number;
  readonly #live: Live;

  constructor(random: () => number, live: Live) {
    this.#random = random;
    this.#live = live;
  }

  replace(settings: FaultSettings): FaultSettings {
    this.#settings = settings;
    this.#messageHits = 0;
    this.#speechHits = 0;
    this.#live.tell({ kind: "faults" });
    return this.inForce();
  }

  /** The settings with their default filled in; empty when nothing is wrong. */
  inForce(): FaultSettings {
    const { code, delayMs, dropAnswer, speechCode } = this.#settings;
    const drawn =
      code !== undefined || delayMs !== undefined || dropAnswer || speechCode !== undefined;
    return drawn ? { ...this.#settings, rate: this.#settings.rate ?? 1 } : { ...this.#settings };
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

  /** HTTP status to answer a speech call with, or undefined to speak. */
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

/** Answers a call by `write`, as late as the fault says, or cuts the connection instead. */
export async function answerUnder(
  fault: MessageFault,
  req: Request,
  write: () => unknown,
): Promise<void> {
  if (fault.delayMs) await wait(fault.delayMs);
  if (fault.dropAnswer) req.socket.destroy();
  else write();
}

/** Whether a fault's code is a plain HTTP status: none of the provider's own codes lies there. */
export function isHttpStatus(code: number): boolean {
  return code >= 400 && code < 600;
}
