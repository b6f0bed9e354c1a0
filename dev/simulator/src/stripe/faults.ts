import { z } from "zod";

export const stripeFaults = z.strictObject({
  /** Method and path, such as "POST /v1/subscriptions"; every call when absent. */
  call: z.string().optional(),
  /** Answered instead of doing anything. */
  status: z.int().min(400).max(599).optional(),
  /** Done, and then the connection is cut. */
  dropAnswer: z.boolean().optional(),
  /** How many calls are hit; all of them when absent. */
  times: z.int().min(1).optional(),
});
type Settings = z.infer<typeof stripeFaults>;

/** What goes wrong on purpose with calls to the API. */
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
