import type { Faults } from "../faults.ts";
import type { WebhookFormat, WebhookItem } from "./webhook-payload.ts";

interface Options {
  url: string | undefined;
  format: WebhookFormat;
  faults: Faults;
  random: () => number;
  /** Delay before the first retry. It doubles up to `retryMaxMs`. */
  retryMs?: number;
  retryMaxMs?: number;
  /** Events within this time are sent in one call. */
  lingerMs?: number;
}

interface Queued {
  item: WebhookItem;
  accepted: () => void;
}

/** Long enough to collect a burst of events to shuffle. */
const SHUFFLE_LINGER_MS = 400;
const TIMEOUT_MS = 10_000;

/**
 * Webhook calls to the business, at least once: a batch is retried with back-off until the response is 200. Newer
 * batches overtake it, as with the provider.
 */
export class Webhooks {
  #waiting: Queued[] = [];
  #flushing = false;
  #timers = new Set<NodeJS.Timeout>();
  #closed = new AbortController();
  readonly #options: Required<Options>;

  constructor(options: Options) {
    this.#options = { retryMs: 250, retryMaxMs: 5_000, lingerMs: 20, ...options };
  }

  /** Resolves when the endpoint has accepted the item. */
  push(item: WebhookItem): Promise<void> {
    const { url, format, faults } = this.#options;
    if (url === undefined || !format.sends(item) || this.#closed.signal.aborted) {
      return Promise.resolve();
    }
    return new Promise((accepted) => {
      const queue = () => {
        this.#waiting.push({ item, accepted });
        this.#flushSoon();
        return Promise.resolve();
      };
      if (faults.webhookDelayMs > 0) this.#after(faults.webhookDelayMs, queue);
      else void queue();
    });
  }

  /** Drops all pending items. */
  clear(): void {
    this.#waiting = [];
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#closed.abort();
    this.#closed = new AbortController();
    this.#flushing = false;
  }

  close(): void {
    this.clear();
    this.#closed.abort();
  }

  #flushSoon(): void {
    if (this.#flushing || this.#waiting.length === 0) return;
    this.#flushing = true;
    const { faults, lingerMs } = this.#options;
    this.#after(faults.shuffleWebhooks ? SHUFFLE_LINGER_MS : lingerMs, () => this.#flush());
  }

  async #flush(): Promise<void> {
    const { signal } = this.#closed;
    const { faults, random, format } = this.#options;
    if (faults.shuffleWebhooks) this.#waiting = shuffled(this.#waiting, random);
    // Order has no meaning inside one call, so shuffled items are sent one per call.
    const batch = this.#waiting.splice(0, faults.shuffleWebhooks ? 1 : format.maxItems);
    await this.#deliver(batch, 0);
    if (signal.aborted) return;
    this.#flushing = false;
    if (faults.shuffleWebhooks && this.#waiting.length > 0) {
      this.#flushing = true;
      this.#after(0, () => this.#flush());
    } else this.#flushSoon();
  }

  async #deliver(batch: Queued[], attempt: number): Promise<void> {
    const { retryMs, retryMaxMs, faults, format } = this.#options;
    const { signal } = this.#closed;
    const body = format.body(batch.map(({ item }) => item));
    const ok = await this.#post(body, signal);
    if (signal.aborted) return;
    if (!ok) {
      this.#after(Math.min(retryMs * 2 ** attempt, retryMaxMs), () =>
        this.#deliver(batch, attempt + 1),
      );
      return;
    }
    if (faults.duplicateWebhooks) await this.#post(body, signal);
    for (const { accepted } of batch) accepted();
  }

  async #post(body: string, signal: AbortSignal): Promise<boolean> {
    const { url, format } = this.#options;
    try {
      const response = await fetch(url ?? "", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "matinale-simulator",
          ...format.signatureHeaders(body),
        },
        body,
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.status === 200;
    } catch {
      // Unreachable, interrupted or too slow: retried like any status but 200.
      return false;
    }
  }

  #after(ms: number, run: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void run();
    }, ms);
    this.#timers.add(timer);
  }
}

/** A random order, never the original one if there is more than one item. */
function shuffled<T>(items: T[], random: () => number): T[] {
  const rest = [...items];
  const mixed: T[] = [];
  while (rest.length > 0) mixed.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return items.length > 1 && mixed.every((item, index) => item === items[index])
    ? mixed.toReversed()
    : mixed;
}
