import { counter, type Logger } from "@matinale/kit";
import { keepLease } from "@matinale/kit/mongo";
import type { DigestOrder } from "../domain/news.ts";
import type { Kind } from "../domain/digest/composition-deadline.ts";
import { storiesOf, type DigestStory } from "../domain/digest/digest-plan.ts";
import { digestTexts, moreTexts, storiesByNumber } from "../domain/digest/digest-text.ts";
import { storyText } from "../domain/digest/story-text.ts";
import { wording } from "../domain/digest/wording.ts";
import type { Composed, CompositionStore, DigestAnswer } from "../store/compositions.ts";
import type { Deadline } from "./synthesise-clip.ts";
import type { DigestComposer } from "./compose-digest.ts";
import type { ShortLinks } from "./shorten-links.ts";

const distinctOrders = counter("content_distinct_orders_total");
const compositions = counter("content_compositions_total", {
  kind: ["manual", "scheduled"],
  outcome: ["complete", "incomplete", "nothing_new", "failed"],
});

const leaseMs = 20_000;
/**
 * A younger incomplete composition answers requests without time for another one: when more orders are due than processes can
 * compose again, their digests are sent in time as they are.
 */
const recentMs = 5 * 60_000;

export type ComposingOnce = {
  compositions: Pick<CompositionStore, "claim" | "renew" | "keep" | "release">;
  composer: Pick<DigestComposer, "compose" | "composeStory">;
  shortLinks: Pick<ShortLinks, "shorten">;
  brand: string;
  logger: Logger;
  /** Aborted when the process stops: the composition ends without an answer. */
  signal: AbortSignal;
};

type Answered = { answer: DigestAnswer; outcome: "complete" | "incomplete" | "nothing_new" };

const nothing = { texts: [], more: [], moreStoryIds: [], audio: [], stories: [] };

/** Articles of one story in the event, those in its language first. The largest story of a week has hundreds. */
const maxSources = 10;

const includedStory = ({ story, script }: DigestStory): DigestAnswer["stories"][number] => ({
  storyId: story.id,
  category: story.category,
  title: script.headline,
  sources: [...story.sources, ...(story.elsewhere ?? [])]
    .slice(0, maxSources)
    .map(({ outlet, url }) => ({ outlet, url })),
});

async function digestAnswer(
  order: DigestOrder,
  deadline: Deadline,
  { composer, shortLinks, brand }: ComposingOnce,
): Promise<Answered> {
  const composition = await composer.compose(order, "voice_note", deadline);
  const { digest, more, audio, missing, complete } = composition;
  if (missing === "nothing_new") {
    return { answer: { ...nothing, audioMissing: missing }, outcome: missing };
  }
  const stories = storiesOf(digest);
  const spoken = digest.spokenStories?.size ?? stories.length;
  const articles = [...stories.map(({ story }) => story), ...more].flatMap(({ sources }) =>
    sources.map(({ url }) => url),
  );
  const linkTo = await shortLinks.shorten(articles, new Date());
  const answer = {
    texts: digestTexts(digest, { audio, missing, brand, format: "whatsapp", linkTo }),
    more: moreTexts(digest, more, { brand, linkTo }),
    moreStoryIds: more.map(({ id }) => id),
    audio,
    audioMissing: missing === "" && spoken < stories.length ? "partial" : missing,
    stories: storiesByNumber(digest).map(includedStory),
  };
  return { answer, outcome: complete ? "complete" : "incomplete" };
}

async function storyAnswer(
  { language, voice }: DigestOrder,
  storyId: string,
  deadline: Deadline,
  { composer, shortLinks }: ComposingOnce,
): Promise<Answered> {
  const composition = await composer.composeStory({ language, voice }, storyId, deadline);
  if (composition === null) {
    const texts = [wording[language].storyGone];
    return { answer: { ...nothing, texts, audioMissing: "" }, outcome: "complete" };
  }
  const { inFull, audio, missing } = composition;
  const articles = inFull.passages.map(({ url }) => url);
  const linkTo = await shortLinks.shorten(articles, new Date());
  const answer = {
    ...nothing,
    texts: [storyText(inFull, language, audio.length > 0, linkTo)],
    audio,
    audioMissing: missing,
    stories: [includedStory(composition)],
  };
  return { answer, outcome: missing === "speech_failed" ? "incomplete" : "complete" };
}

/**
 * Composes an order, or returns the stored answer when any process has composed it.
 *
 * @param terms.hasTime  whether the requests have time for another attempt when the last one was incomplete
 * @returns null while another process composes the order, or when a story was withdrawn meanwhile; the caller polls again
 */
export async function composeOnce(
  deps: ComposingOnce,
  { order, orderKey }: { order: DigestOrder; orderKey: string },
  terms: { kind: Kind; deadline: Deadline; hasTime: boolean },
): Promise<Composed | null> {
  const { compositions: store, logger, signal } = deps;
  const { kind, deadline, hasTime } = terms;
  const startedAt = new Date();
  const claim = await store.claim(orderKey, leaseMs, startedAt);
  const { isNew, lease, composed: last, final } = claim;
  if (isNew) distinctOrders.inc();
  if (lease === null) return final === true && last !== undefined ? last : null;
  if (last !== undefined && !hasTime && startedAt.getTime() - last.at.getTime() < recentMs) {
    await store.release(lease);
    return last;
  }
  const stop = keepLease(
    async (until) => {
      if ((await store.renew([lease], until)) === 0)
        logger.warn({ orderKey }, "composition lease lost");
    },
    {
      leaseMs,
      signal,
      failed: (err) => logger.error({ err, orderKey }, "renewing a composition lease failed"),
    },
  );
  try {
    const { storyId, windowEnd } = order;
    const { answer, outcome } = await (storyId === undefined
      ? digestAnswer(order, deadline, deps)
      : storyAnswer(order, storyId, deadline, deps));
    compositions.inc({ kind, outcome });
    const attempts = (last?.attempts ?? 0) + 1;
    const composed = { answer, complete: outcome !== "incomplete", attempts };
    const now = new Date();
    // a window that has not ended may still get news
    const final = outcome === "nothing_new" ? windowEnd <= now : composed.complete;
    if (await store.keep(lease, { ...composed, final }, now)) return composed;
    logger.warn({ orderKey }, "composition lease lost or a story withdrawn, answer discarded");
    return null;
  } catch (error) {
    if (!signal.aborted) compositions.inc({ kind, outcome: "failed" });
    // when the release fails, the lease expires
    await store.release(lease).catch(() => undefined);
    throw error;
  } finally {
    stop();
  }
}
