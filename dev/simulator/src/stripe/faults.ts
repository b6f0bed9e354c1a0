import { z } from "zod";

export const stripeFaults = z.strictObject({
  /** Method and path, such as "POST /v1/subscriptions". Default: every call. */
  call: z.string().optional(),
  /** The call fails with this status and does nothing. */
  status: z.int().min(400).max(599).optional(),
  /** The call succeeds, then the connection is closed. */
  dropAnswer: z.boolean().optional(),
  /** Number of calls that fail. Default: all. */
  times: z.int().min(1).optional(),
});
type Settings = z.infer<typeof stripeFaults>;

/** Simulated faults of API calls. */
export class StripeFaults {
  #settings: Settings = {};
  #hits = 0;

  replace(settings: Settings): void {
    this.#settings = settings;
    this.#hits = 0;
  }

  hit(method: string, path: string): Pick<Settings, "status" | "dropAnswer"> {
    const { call, status, dropAnswer, times } = this.#settings;
    if (status === undefined && !dropAnswer) return {};
    if (call !== undefined && call !== `${method} ${path}`) return {};
    if (times !== undefined && this.#hits >= times) return {};
    this.#hits += 1;
    return { status, dropAnswer };
  }
}
