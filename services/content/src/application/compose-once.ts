import type { Language } from "@matinale/contracts";
import { counter, type Logger } from "@matinale/kit";
import type { DigestOrder } from "../domain/news.ts";
import { retryMs } from "../domain/digest/composition-deadline.ts";
import { storiesOf, type DigestStory } from "../domain/digest/digest-plan.ts";
import { digestTexts, moreTexts, storiesByNumber } from "../domain/digest/digest-text.ts";
import { storyText } from "../domain/digest/story-text.ts";
import { wording } from "../domain/digest/wording.ts";
import type { Composed, CompositionStore, DigestAnswer } from "../store/compositions.ts";
import type { Deadline } from "./synthesise-clip.ts";
import type { Composition, DigestComposer, StoryComposition } from "./compose-digest.ts";
import { renewing } from "./renew-lease.ts";
import type { ShortLinks } from "./shorten-links.ts";

const distinctOrders = counter("content_distinct_orders_total");
const compositions = counter("content_compositions_total");
// start at 0: Prometheus does not count a series that first appears at 1 as an increase
for (const kind of ["manual", "scheduled"])
  for (const outcome of ["complete", "incomplete", "nothing_new", "failed"])
    compositions.inc({ kind, outcome }, 0);

const leaseMs = 20_000;
/**
 * A younger incomplete composition is reused by requests without time for another one. Shorter than the pause before the last
 * attempt at a digest, which must not get the answer of the attempt before.
 */
const recentMs = retryMs - 1_000;

type Links = Pick<ShortLinks, "shorten">;

export type ComposingOnce = {
  compositions: Pick<CompositionStore, "claim" | "renew" | "keep" | "release">;
  composer: Pick<DigestComposer, "compose" | "composeStory">;
  shortLinks: Links;
  /** Name in the headings of texts. */
  brand: string;
  logger: Logger;
  /** Aborted when the process stops: the composition ends without an answer. */
  signal: AbortSignal;
};

/** An answer, and whether it is the last one for its order. */
type Result = {
  composed: Composed;
  outcome: "complete" | "incomplete" | "nothing_new";
  final: boolean;
};

type Composing = Pick<ComposingOnce, "composer" | "shortLinks" | "brand">;

async function composeDigest(
  order: DigestOrder,
  deadline: Deadline,
  { composer, shortLinks, brand }: Composing,
): Promise<Result> {
  const composition = await composer.compose(order, "voice_note", deadline);
  const outcome = outcomeOf(composition);
  const answer = await answerOf(composition, { shortLinks, brand });
  return {
    composed: { answer, complete: outcome !== "incomplete" },
    outcome,
    final: isFinal(composition, order, new Date()),
  };
}

async function composeStory(
  order: DigestOrder & { storyId: string },
  deadline: Deadline,
  { composer, shortLinks }: Composing,
): Promise<Result> {
  const composition = await composer.composeStory(order, order.storyId, deadline);
  const complete = composition?.missing !== "speech_failed";
  const answer = await storyAnswerOf(composition, order.language, shortLinks);
  return {
    composed: { answer, complete },
    outcome: complete ? "complete" : "incomplete",
    final: complete,
  };
}

/** The answer for one story in full. */
async function storyAnswerOf(
  composition: StoryComposition | null,
  language: Language,
  links: Links,
): Promise<DigestAnswer> {
  const nothing = { more: [], moreStoryIds: [], audio: [], audioMissing: "", stories: [] };
  if (composition === null) {
    return { ...nothing, texts: [wording[language].storyGone], simulated: [] };
  }
  const { story, script, inFull, audio, missing, simulated } = composition;
  const articles = inFull.passages.map(({ url }) => url);
  const linkTo = await linksTo(articles, links);
  return {
    ...nothing,
    texts: [storyText(inFull, language, audio.length > 0, linkTo)],
    audio,
    audioMissing: missing,
    stories: [includedStory({ story, script })],
    simulated,
  };
}

const includedStory = ({ story, script }: DigestStory): DigestAnswer["stories"][number] => ({
  storyId: story.id,
  category: story.category,
  title: script.headline,
  sources: [...story.sources, ...(story.elsewhere ?? [])].map(({ outlet, url }) => ({
    outlet,
    url,
  })),
});

async function linksTo(articles: readonly string[], links: Links) {
  const short = await links.shorten(articles, new Date());
  return (url: string): string => short.get(url) ?? url;
}

/** The answer of a composition: texts, audio, and the reason when audio is missing. */
async function answerOf(
  composition: Composition,
  { shortLinks, brand }: Pick<Composing, "shortLinks" | "brand">,
): Promise<DigestAnswer> {
  const { digest, more, simulated } = composition;
  if (composition.outcome === "nothing_new") {
    const nothing = { texts: [], more: [], moreStoryIds: [], audio: [], stories: [] };
    return { ...nothing, audioMissing: "nothing_new", simulated };
  }
  const { missing, audio } = composition;
  const stories = storiesOf(digest);
  const spoken = digest.spokenStories?.size ?? stories.length;
  const articles = [...stories.map(({ story }) => story), ...more].flatMap(({ sources }) =>
    sources.map(({ url }) => url),
  );
  const linkTo = await linksTo(articles, shortLinks);
  return {
    texts: digestTexts(digest, { ...composition, brand, format: "whatsapp", linkTo }),
    more: moreTexts(digest, more, { brand, linkTo }),
    moreStoryIds: more.map(({ id }) => id),
    audio,
    audioMissing: missing === "" && spoken < stories.length ? "partial" : missing,
    stories: storiesByNumber(digest).map(includedStory),
    simulated,
  };
}

const outcomeOf = (composition: Composition) => {
  if (composition.outcome === "nothing_new") return "nothing_new";
  return composition.complete ? "complete" : "incomplete";
};

/** Whether the stored answer is final: complete, or without news in a window that has ended. */
const isFinal = (composition: Composition, order: DigestOrder, now: Date): boolean =>
  composition.outcome === "nothing_new" ? order.windowEnd <= now : composition.complete;

/**
 * Composes an order, or returns the stored answer when any process has composed it.
 *
 * @param terms.canWait  whether the requests have time for another attempt when the last one was incomplete
 * @returns null while another process composes the order; the caller polls again
 */
export async function composeOnce(
  deps: ComposingOnce,
  { order, orderKey }: { order: DigestOrder; orderKey: string },
  terms: { kind: "manual" | "scheduled"; deadline: Deadline; canWait: boolean },
): Promise<Composed | null> {
  const { compositions: store, logger, signal } = deps;
  const { kind, deadline, canWait } = terms;
  const startedAt = new Date();
  const claim = await store.claim(orderKey, leaseMs, startedAt);
  if (claim.isNew) distinctOrders.inc();
  if (claim.state === "composed") return claim.composed;
  if (claim.state === "under_way") return null;
  const { lease, last } = claim;
  if (last !== undefined && !canWait && startedAt.getTime() - last.at.getTime() < recentMs) {
    await store.release(lease);
    return last;
  }
  const stop = renewing(
    async (until) => {
      if (!(await store.renew(lease, until))) logger.warn({ orderKey }, "composition lease lost");
    },
    {
      leaseMs,
      signal,
      failed: (err) => logger.error({ err, orderKey }, "renewing a composition lease failed"),
    },
  );
  try {
    const { storyId } = order;
    const { composed, outcome, final } = await (storyId === undefined
      ? composeDigest(order, deadline, deps)
      : composeStory({ ...order, storyId }, deadline, deps));
    compositions.inc({ kind, outcome });
    if (!(await store.keep(lease, composed, final, new Date()))) {
      logger.warn({ orderKey }, "composition lease lost, another process composed the same order");
    }
    return composed;
  } catch (error) {
    if (!signal.aborted) compositions.inc({ kind, outcome: "failed" });
    // when the release fails, the lease expires
    await store.release(lease).catch(() => undefined);
    throw error;
  } finally {
    stop();
  }
}
