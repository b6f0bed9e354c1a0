import { expect, test } from "vitest";
import { type RefusalKind, backOffMs } from "../channel/whatsapp.ts";
import { verdictOn } from "./refusal-policy.ts";

const reportedBy = ["at_once", "by_status"] as const;
const temporary = [
  "retry",
  "throttled",
  "pair_limit",
  "sender",
  "templates",
  "voice_notes",
  "unknown",
] as const satisfies RefusalKind[];

test.each([
  ["defer", "text", "deferred"],
  ["recipient", "template", "unreachable"],
  ["opted_out", "text", "opted_out"],
  ["template", "template", "template_stopped"],
  ["message", "voice", "refused"],
  ["change_form", "text", "change_form"],
  ["change_form", "template", "refused"],
  ["media", "text", "refused"],
] as const)(
  "%s of a %s ends as %s, whether refused at once or by a status",
  (action, form, verdict) => {
    for (const reported of reportedBy) {
      expect(verdictOn({ action, form, attempt: 1 }, reported, 0.5)).toBe(verdict);
    }
  },
);

test("sends an unreadable voice note once more, whether refused at once or by a status", () => {
  for (const reported of reportedBy) {
    const unreadable = { action: "media", form: "voice" } as const;
    expect(verdictOn({ ...unreadable, attempt: 1 }, reported, 0.5)).toEqual({ againInMs: 750 });
    expect(verdictOn({ ...unreadable, attempt: 2 }, reported, 0.5)).toBe("audio_unavailable");
  }
});

test.each(temporary)("%s is temporary: the same message is sent again later", (action) => {
  for (const reported of reportedBy) {
    const refusal = { action, form: "text", attempt: 2 } as const;
    expect(verdictOn(refusal, reported, 0.5)).toEqual({ againInMs: backOffMs(action, 2, 0.5) });
    expect(verdictOn({ ...refusal, retryAfterMs: 9_000 }, reported, 0.5)).toEqual({
      againInMs: 9_000,
    });
  }
});

test.each(temporary)(
  "%s fails the message after three accepted calls, not after three refused calls",
  (action) => {
    const refusal = { action, form: "text", attempt: 3 } as const;
    expect(verdictOn(refusal, "by_status", 0.5)).toBe("refused");
    expect(verdictOn(refusal, "at_once", 0.5)).toHaveProperty("againInMs");
  },
);
