import type { Changes } from "./changes.ts";

export interface Call {
  /** Epoch milliseconds. */
  at: number;
  kind: "message" | "media" | "speech" | "feed";
  /** Message type, media type, voice or feed, depending on the kind. */
  type?: string | undefined;
  to?: string | undefined;
  /** HTTP status of the response, also of a response that was dropped. */
  status: number;
  /** Provider's error code. */
  code?: number;
  accepted: boolean;
  callbackData?: string | undefined;
  messageId?: string;
  mediaId?: string;
  sha256?: string;
}

/** Enough for a long load test. Older calls are dropped. */
const MAX_CALLS = 100_000;

export function createCallLog(now: () => number, changes: Changes) {
  let calls: Call[] = [];
  return {
    /** Statuses from 400 are refusals. */
    record(call: Omit<Call, "at" | "accepted">): void {
      calls.push({ at: now(), ...call, accepted: call.status < 400 });
      if (calls.length > MAX_CALLS * 1.1) calls = calls.slice(-MAX_CALLS);
      changes.emit("change", "log");
    },
    /** Calls made at `epochMs` or later, oldest first. */
    since: (epochMs: number): Call[] => calls.filter((call) => call.at >= epochMs),
    clear: (): void => void calls.splice(0),
  };
}
