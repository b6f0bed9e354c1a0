import { setTimeout as wait } from "node:timers/promises";
import type { Faults } from "../faults.ts";
import type { Message, Status } from "../phone/phone.ts";
import { postWebhook } from "../post-webhook.ts";

/** An event that the provider sends to the business. */
export type WebhookItem =
  | {
      kind: "status";
      id: string;
      status: Status;
      at: number;
      recipient: string;
      numberHidden: boolean;
      category: "service" | "utility";
      callbackData: string | undefined;
    }
  | { kind: "message"; from: string; numberHidden: boolean; message: Message }
  /** A message of the business itself. Only linked phones send this event. */
  | { kind: "echo"; to: string; message: Message };

export interface WebhookFormat {
  maxItems: number;
  sends(item: WebhookItem): boolean;
  body(items: WebhookItem[]): string;
  /** Headers with the signature of the body. */
  signatureHeaders(body: string): Record<string, string>;
}

interface Options {
  url: string | undefined;
  format: WebhookFormat;
  faults: Faults;
  random: () => number;
  /** Delay before the first retry. It doubles up to 5 seconds. */
  retryMs: number;
}

interface Queued {
  item: WebhookItem;
  accepted: () => void;
}

const RETRY_MAX_MS = 5_000;
/** Events within this time are sent in one call. */
const LINGER_MS = 20;
/** Long enough to collect a burst of events to shuffle. */
const SHUFFLE_LINGER_MS = 400;

/**
 * Webhook calls to the business, at least once: a batch is retried with back-off until the response is 200. Newer
 * batches overtake it, as with the provider.
 */
export function createWebhooks({ url, format, faults, random, retryMs }: Options) {
  let waiting: Queued[] = [];
  let isFlushing = false;
  let pending = new AbortController();

  /** Runs until `clear` aborts it. */
  const run = (work: (signal: AbortSignal) => Promise<void>): void => {
    const { signal } = pending;
    work(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };

  const flush = async (to: string, signal: AbortSignal): Promise<void> => {
    isFlushing = true;
    while (waiting.length > 0) {
      const { shuffleWebhooks } = faults.settings;
      await wait(shuffleWebhooks ? SHUFFLE_LINGER_MS : LINGER_MS, undefined, { signal });
      const items = waiting.splice(0, shuffleWebhooks ? waiting.length : format.maxItems);
      if (shuffleWebhooks) {
        // Order has no meaning inside one call, so shuffled items are sent one per call.
        for (const item of shuffled(items, random)) await deliver(to, [item], signal);
      } else await deliver(to, items, signal);
    }
    isFlushing = false;
  };

  /** Returns after the first attempt. Retries do not hold up newer items. */
  const deliver = async (to: string, batch: Queued[], signal: AbortSignal): Promise<void> => {
    const body = format.body(batch.map(({ item }) => item));
    const post = async () => {
      const status = await postWebhook(to, body, format.signatureHeaders(body), signal);
      signal.throwIfAborted();
      return status === 200;
    };
    const finish = async () => {
      if (faults.settings.duplicateWebhooks) await post();
      for (const { accepted } of batch) accepted();
    };
    if (await post()) return finish();
    run(async () => {
      for (let delayMs = retryMs; ; delayMs = Math.min(delayMs * 2, RETRY_MAX_MS)) {
        await wait(delayMs, undefined, { signal });
        if (await post()) return finish();
      }
    });
  };

  return {
    /** Resolves when the endpoint has accepted the item. */
    push(item: WebhookItem): Promise<void> {
      if (url === undefined || !format.sends(item)) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      const queue = () => {
        waiting.push({ item, accepted: resolve });
        if (!isFlushing) run((signal) => flush(url, signal));
      };
      const { webhookDelayMs } = faults.settings;
      if (webhookDelayMs) run((signal) => wait(webhookDelayMs, undefined, { signal }).then(queue));
      else queue();
      return promise;
    },
    clear(): void {
      waiting = [];
      isFlushing = false;
      pending.abort();
      pending = new AbortController();
    },
  };
}

/** A random order, never the original one if there is more than one item. */
function shuffled<T>(items: T[], random: () => number): T[] {
  const mixed = items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
  return mixed.every((item, index) => item === items[index]) ? mixed.toReversed() : mixed;
}
