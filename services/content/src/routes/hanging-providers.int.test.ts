import { randomUUID } from "node:crypto";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { startContent, within } from "../testing/content.ts";

let content: Awaited<ReturnType<typeof startContent>>;
startForTests(
  () =>
    startContent((standIn) => ({
      OPENAI_API_KEY: "sk-test",
      OPENAI_BASE_URL: `${standIn}/v1`,
    })),
  (started) => (content = started),
);

test("previews text only while model and speech hang, and audio again after they recover", async () => {
  const { standIn } = content;
  const hanging = Promise.withResolvers<void>();
  standIn.state.held = hanging.promise;
  const userId = randomUUID();
  const preview = async () =>
    (await (await content.get("/preview-news", userId)).json()) as Record<string, unknown>;
  const silent = await preview();
  expect([standIn.drafts, standIn.spoken]).toEqual([[], []]);
  expect(silent).toMatchObject({
    success: true,
    message:
      "Votre aperçu est prêt, sans audio. La voix n’a pas répondu à temps\u202F; réessayez dans une minute.",
    audioUrl: null,
    durationMs: 0,
  });
  expect(silent["content"]).toContain("Valserre");
  expect(silent["content"]).toContain("https://n.example/pont");
  // the first call loads the speech client, which may be slow
  await within(() => expect(standIn.state.waiting).toBeGreaterThan(0));
  hanging.resolve();
  await within(async () => expect((await preview())["audioUrl"]).toMatch(/^\/media\//u));
});
