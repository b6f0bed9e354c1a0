import { expect, test } from "vitest";
import { accountTemplates } from "./templates.ts";

test("lists every template in both languages as approved, with its button", () => {
  const listed = accountTemplates();
  expect(new Set(listed.map(({ name }) => name))).toEqual(
    new Set([
      "opt_in",
      "digest_ready",
      "trial_ending",
      "trial_ended",
      "payment_problem",
      "plan_ended",
    ]),
  );
  expect(listed.every(({ status }) => status === "APPROVED")).toBe(true);
  expect(listed.find(({ id }) => id === "digest_ready/en")).toMatchObject({
    language: "en",
    category: "MARKETING",
    components: [
      { type: "BODY", text: "Your edition is ready: {{1}}. Tap Listen to receive it." },
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Listen" }] },
    ],
  });
});
