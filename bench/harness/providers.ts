import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { spokenWav } from "@matinale/voice-note/testing";
import { z } from "zod";
import { listening } from "../../dev/simulator/src/testing/listening.ts";

/** Characters that a newsreader speaks a second. */
const usualPace = 15;
/** Pace of runs that only count: with a tenth of the sound, encoding takes a tenth of the time. */
export const hurriedPace = 150;

const speechCall = z.object({
  input: z.object({ text: z.string() }),
  voice: z.object({ name: z.string() }),
});
const modelCall = z.object({ messages: z.array(z.object({ content: z.string() })).min(1) });
const articles = z.array(z.object({ title: z.string() })).min(1);

/** A model's draft that passes all checks: the given title, and a sentence without facts. */
function drafted(prompt: string): { headline: string; sentences: string[] } {
  const [article] = articles.parse(JSON.parse(prompt.replace(/<\/?articles>/gu, "")));
  const headline = article?.title ?? "";
  const english = /\b(the|of|and|to|in|is)\b/iu.test(headline);
  const sentence = english
    ? "It is what is written about in the national press."
    : "Il en est question dans la presse nationale.";
  return { headline, sentences: [sentence] };
}

const json = (res: ServerResponse, body: unknown): void => {
  res.setHeader("content-type", "application/json");
  res.end(JSON.stringify(body));
};

/**
 * Fakes of Google's speech and OpenAI's chat on one loopback port. They answer at once and record their calls.
 *
 * @param charactersPerSecond  pace of the voice
 */
export async function countingProviders(charactersPerSecond = usualPace) {
  /** Voice and text of each synthesis. */
  const syntheses: string[] = [];
  /** The articles of each call of the model. */
  const drafts: string[] = [];

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body: unknown = JSON.parse(await text(req));
    const asked = modelCall.safeParse(body);
    if (!asked.success) {
      const { input, voice } = speechCall.parse(body);
      syntheses.push(`${voice.name} ${input.text}`);
      const seconds = Math.max(1, input.text.length / charactersPerSecond);
      return json(res, { audioContent: spokenWav(seconds).toString("base64") });
    }
    const prompt = asked.data.messages.at(-1)?.content ?? "[]";
    drafts.push(prompt);
    const message = { role: "assistant", content: JSON.stringify(drafted(prompt)) };
    const usage = { prompt_tokens: 300, completion_tokens: 40, total_tokens: 340 };
    json(res, { choices: [{ index: 0, finish_reason: "stop", message }], usage });
  };
  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.writeHead(400).end());
  });
  const { url, close } = await listening(server);
  return {
    url,
    close,
    syntheses,
    drafts,
  };
}
