import { randomUUID } from "node:crypto";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { storiesPrinted } from "../testing/edition.ts";
import { startContent } from "../testing/content.ts";

/** Enough for two stories at the same time, too little for four. */
const tokensADay = "2400";

let content: Awaited<ReturnType<typeof startContent>>;
startForTests(
  () =>
    startContent(
      (standIn) => ({
        OPENAI_API_KEY: "sk-test",
        OPENAI_BASE_URL: `${standIn}/v1`,
        MODEL_TOKENS_PER_DAY: tokensADay,
        SPEECH_CHARACTERS_PER_DAY: "400",
      }),
      2,
    ),
  (started) => (content = started),
);

test("uses model and speech until their daily budgets are used up, and says so in the digest", async () => {
  const answer = await content.answerTo(await content.ask({ manual: true }));
  const text = answer.texts.join("\n");
  expect(content.standIn.drafts.length).toBeGreaterThan(0);
  expect(content.standIn.drafts.length).toBeLessThan(storiesPrinted);
  expect(text).toContain("Il en est question dans la presse nationale.");
  expect(text).toContain("en partie par une IA");
  expect(content.standIn.spoken.join("").length).toBeLessThanOrEqual(400);
  const budgets = await content.mongo.collection("budgets").find().toArray();
  const spent = Object.fromEntries(budgets.map((each) => [String(each._id).split(":")[0], each]));
  expect(spent["model_tokens"]?.["spent"]).toBe(content.standIn.drafts.length * 340);
  expect(spent["speech_characters"]?.["spent"]).toBe(content.standIn.spoken.join("").length);
});

test("reuses scripts in a preview of the same stories, and names the simulated parts", async () => {
  const asked = content.standIn.drafts.length;
  const answer = await content.get("/preview-news", randomUUID());
  const preview = (await answer.json()) as Record<string, unknown>;
  expect(preview["simulationNote"]).toContain("Résumés d’essai");
  expect(content.standIn.drafts).toHaveLength(asked);
});
