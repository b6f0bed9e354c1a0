import type { Faults } from "../faults.ts";
import type { Dialect, WebhookItem } from "./webhook-payload.ts";

interface Options {
  url: string | undefined;
  dialect: Dialect;
  faults: Faults;
  random: () => number;
  /** Waits before the first repeat; doubles from there to `retryMaxMs`. */
  retryMs?: number;
  retryMaxMs?: number;
  /** What arrives within this time travels together. */
  lingerMs?: number;
}

interface Queued {
  item: WebhookItem;
  taken: () => void;
}

/** Long enough for a burst to gather, so that disorder shows. */
const SHUFFLE_LINGER_MS = 400;
const ANSWER_WITHIN_MS = 10_000;

/**
 * Webhook calls to the business. At least once: a batch is repeated with back-off while the endpoint
 * does not answer 200, and younger batches overtake it, as with the provider.
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

  /** @returns settled when the endpoint took it in */
  push(item: WebhookItem): Promise<void> {
    const { url, dialect, faults } = this.#options;
    if (url === undefined || !dialect.tells(item) || this.#closed.signal.aborted) {
      return Promise.resolve();
    }
    return new Promise((taken) => {
      const queue = () => {
        this.#waiting.push({ item, taken });
        this.#flushSoon();
        return Promise.resolve();
      };
      if (faults.webhookDelayMs > 0) this.#after(faults.webhookDelayMs, queue);
      else void queue();
    });
  }

  /** Forgets what was not taken in yet. */
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
    const { faults, random, dialect } = this.#options;
    if (faults.shuffleWebhooks) this.#waiting = shuffled(this.#waiting, random);
    // Out of order means nothing inside one call, so disorder travels in calls of one.
    const batch = this.#waiting.splice(0, faults.shuffleWebhooks ? 1 : dialect.batch);
    await this.#deliver(batch, 0);
    if (signal.aborted) return;
    this.#flushing = false;
    if (faults.shuffleWebhooks && this.#waiting.length > 0) {
      this.#flushing = true;
      this.#after(0, () => this.#flush());
    } else this.#flushSoon();
  }

  async #deliver(batch: Queued[], attempt: number): Promise<void> {
    const { retryMs, retryMaxMs, faults, dialect } = this.#options;
    const { signal } = this.#closed;
    const body = dialect.body(batch.map(({ item }) => item));
    const ok = await this.#post(body, signal);
    if (signal.aborted) return;
    if (!ok) {
      this.#after(Math.min(retryMs * 2 ** attempt, retryMaxMs), () =>
        this.#deliver(batch, attempt + 1),
      );
      return;
    }
    if (faults.duplicateWebhooks) await this.#post(body, signal);
    for (const { taken } of batch) taken();
  }

  async #post(body: string, signal: AbortSignal): Promise<boolean> {
    const { url, dialect } = this.#options;
    try {
      const answer = await fetch(url ?? "", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "matinale-simulator",
          ...dialect.signed(body),
        },
        body,
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await answer.body?.cancel();
      return answer.status === 200;
    } catch {
      // Unreachable, cut off or too slow: the same as any answer but 200, tried again later.
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

/** A random order that is never the original one, where there is a choice. */
function shuffled<T>(items: T[], random: () => number): T[] {
  const rest = [...items];
  const mixed: T[] = [];
  while (rest.length > 0) mixed.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return items.length > 1 && mixed.every((item, index) => item === items[index])
    ? mixed.toReversed()
    : mixed;
}
