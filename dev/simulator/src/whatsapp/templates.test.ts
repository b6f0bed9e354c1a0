import { expect, test } from "vitest";
import { accountTemplates } from "./templates.ts";

test("lists every template in both languages as approved, with its button", () => {
  const listed = accountTemplates("https://matinale.example");
  expect(new Set(listed.map(({ name }) => name))).toEqual(
    new Set([
      "opt_in",
      "digest_ready",
      "breaking_news",
      "trial_ending",
      "trial_ended",
      "payment_problem",
      "plan_ended",
      "reset_code",
    ]),
  );
  expect(listed.every(({ status }) => status === "APPROVED")).toBe(true);
  expect(listed.find(({ id }) => id === "digest_ready/en")).toMatchObject({
    language: "en",
    category: "MARKETING",
    components: [
      {
        type: "BODY",
        text: "In the news: {{1}} – {{2}}. Your Matinale edition is ready ({{3}}): tap Listen to receive it.",
      },
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Listen" }] },
    ],
  });
  const card = { type: "URL", text: "Update my card", url: "https://matinale.example/account" };
  expect(listed.find(({ id }) => id === "payment_problem/en")).toMatchObject({
    components: [{ type: "BODY" }, { type: "BUTTONS", buttons: [card] }],
  });
});
