import { expect, test } from "vitest";
import { type Action, backOffMs } from "../channel/whatsapp.ts";
import { verdictOn } from "./refusal-policy.ts";

const both = ["at_once", "by_status"] as const;
const passing = ["retry", "throttled", "pair_limit", "sender"] as const satisfies Action[];

test.each([
  ["defer", "text", "deferred"],
  ["recipient", "template", "unreachable"],
  ["opted_out", "text", "opted_out"],
  ["template", "template", "template_stopped"],
  ["message", "voice", "refused"],
  ["change_form", "text", "change_form"],
  ["change_form", "template", "refused"],
  ["media", "text", "refused"],
] as const)("%s of a %s ends as %s, however it is told", (action, form, verdict) => {
  for (const told of both) {
    expect(verdictOn({ action, form, attempt: 1 }, told, 0.5)).toBe(verdict);
  }
});

test("an unreadable sound is tried once more, however it is told", () => {
  for (const told of both) {
    const sound = { action: "media", form: "voice" } as const;
    expect(verdictOn({ ...sound, attempt: 1 }, told, 0.5)).toEqual({ againInMs: 750 });
    expect(verdictOn({ ...sound, attempt: 2 }, told, 0.5)).toBe("audio_unavailable");
  }
});

test.each(passing)("%s passes: the same message again, later", (action) => {
  for (const told of both) {
    const refusal = { action, form: "text", attempt: 2 } as const;
    expect(verdictOn(refusal, told, 0.5)).toEqual({ againInMs: backOffMs(action, 2, 0.5) });
    expect(verdictOn({ ...refusal, retryAfterMs: 9_000 }, told, 0.5)).toEqual({ againInMs: 9_000 });
  }
});

test.each(passing)(
  "%s ends after three messages that were taken, not after three refusals",
  (action) => {
    const refusal = { action, form: "text", attempt: 3 } as const;
    expect(verdictOn(refusal, "by_status", 0.5)).toBe("refused");
    expect(verdictOn(refusal, "at_once", 0.5)).toHaveProperty("againInMs");
  },
);
