import type { ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "@matinale/kit/testing";
import { spokenWav } from "@matinale/voice-note/testing";
import type { Feed } from "../domain/news.ts";

export type Printed = {
  title: string;
  summary: string;
  url: string;
  hoursAgo?: number;
  /** As the feed writes it; by default the time `hoursAgo`. */
  date?: string;
  guid?: string;
};

type PrintedFeed = Omit<Feed, "url" | "terms"> & Partial<Pick<Feed, "terms">>;

const xml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const rss = (items: readonly Printed[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>${items
    .map(
      ({ title, summary, url, hoursAgo = 1, date, guid }) =>
        `<item><title>${xml(title)}</title><link>${xml(url)}</link><description>${xml(summary)}</description>` +
        (guid === undefined ? "" : `<guid isPermaLink="false">${xml(guid)}</guid>`) +
        `<pubDate>${date ?? new Date(Date.now() - hoursAgo * 3_600_000).toUTCString()}</pubDate></item>`,
    )
    .join("")}</channel></rss>`;

const isEnglish = (title: string) => /\b(the|of|and|to|in|is)\b/iu.test(title);

/** The draft of the stand-in model: the given title, and a sentence that passes the fact check. */
const drafted = (prompt: string) => {
  const [{ title = "" } = {}] = JSON.parse(prompt.replace(/<\/?articles>/gu, "")) as {
    title?: string;
  }[];
  const sentence = isEnglish(title)
    ? "It is what is written about in the national press."
    : "Il en est question dans la presse nationale.";
  return { headline: title, sentences: [sentence] };
};

/** Stand-ins for feeds with their catalogue, Google's speech and OpenAI's chat, on one port. Records its requests. */
export async function startStandIn() {
  const feeds = new Map<string, { feed: PrintedFeed; items: Printed[] }>();
  const spoken: string[] = [];
  /** Voice and text of each synthesis. */
  const syntheses: string[] = [];
  const polled: string[] = [];
  /** If-None-Match of each request for a feed. */
  const validators: (string | undefined)[] = [];
  const drafts: string[] = [];
  /**
   * `restSeconds`: the Retry-After of all feeds. `etag`: the ETag of all feeds, or empty. `held`: speech and drafts
   * wait for this promise. `refusedWords`: a text with one of them gets a 400. `speechMs`: duration of a speech request. `spokenSeconds`: least length of a clip; a text
   * with more than `charactersPerSecond` is longer. `waiting`: speech requests that have no answer yet.
   */
  const state = {
    spokenSeconds: 0.3,
    charactersPerSecond: Number.POSITIVE_INFINITY,
    restSeconds: 0,
    etag: "",
    speechStatus: 200,
    refusedWords: [] as string[],
    speechMs: 0,
    held: Promise.resolve(),
    waiting: 0,
  };

  const say = async (res: ServerResponse, text: string, voice: string) => {
    const { refusedWords, spokenSeconds, charactersPerSecond } = state;
    const status = refusedWords.some((word) => text.includes(word)) ? 400 : state.speechStatus;
    state.waiting += 1;
    await Promise.all([state.held, pause(state.speechMs)]);
    state.waiting -= 1;
    res.setHeader("content-type", "application/json");
    if (status !== 200) {
      return res.writeHead(status).end(JSON.stringify({ error: { code: status, message: "no" } }));
    }
    spoken.push(text);
    syntheses.push(`${voice} ${text}`);
    const seconds = Math.max(spokenSeconds, text.length / charactersPerSecond);
    const pitch = 100 + (text.length % 60);
    const audioContent = spokenWav(seconds, 24_000, pitch).toString("base64");
    res.end(JSON.stringify({ audioContent }));
  };

  const write = async (res: ServerResponse, messages: readonly { content: string }[]) => {
    await state.held;
    const prompt = messages.at(-1)?.content ?? "[]";
    drafts.push(prompt);
    const content = JSON.stringify(drafted(prompt));
    const message = { role: "assistant", content };
    const usage = { prompt_tokens: 300, completion_tokens: 40, total_tokens: 340 };
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify({ choices: [{ index: 0, finish_reason: "stop", message }], usage }));
  };

  type Asked = {
    input?: { text: string };
    voice?: { name: string };
    messages?: { content: string }[];
  };
  const { url, close } = await listen(async (req, res) => {
    if (req.method === "POST") {
      // a caller that stops sends half a request
      const asked = await json(req).catch(() => null);
      if (asked === null) return;
      const { messages, input, voice } = asked as Asked;
      return messages ? write(res, messages) : say(res, input?.text ?? "", voice?.name ?? "");
    }
    if (req.url === "/catalogue.json") {
      const list = [...feeds.values()].map(({ feed }) => ({
        terms: "licensed",
        simulated: true,
        ...feed,
        url: `${url}/${feed.id}`,
      }));
      return void res.end(JSON.stringify(list));
    }
    const id = (req.url ?? "").slice(1);
    polled.push(id);
    validators.push(req.headers["if-none-match"]);
    if (state.restSeconds > 0) {
      return void res.writeHead(429, { "retry-after": String(state.restSeconds) }).end();
    }
    const found = feeds.get(id);
    if (found === undefined) return void res.writeHead(404).end();
    if (state.etag !== "") {
      res.setHeader("etag", state.etag);
      if (validators.at(-1) === state.etag) return void res.writeHead(304).end();
    }
    res.end(rss(found.items));
  });

  return {
    host: new URL(url).host,
    url,
    spoken,
    syntheses,
    drafts,
    polled,
    validators,
    state,
    print: (feed: PrintedFeed, items: Printed[]) => feeds.set(feed.id, { feed, items }),
    close,
  };
}
