import { counter, type Logger } from "@matinale/kit";
import type { DigestOrder } from "../domain/news.ts";
import { storiesOf } from "../domain/digest/digest-plan.ts";
import { digestTexts, moreTexts, storiesByNumber } from "../domain/digest/digest-text.ts";
import type { Composed, CompositionStore, DigestAnswer } from "../store/compositions.ts";
import type { Deadline } from "./synthesise-clip.ts";
import type { Composition, DigestComposer } from "./compose-digest.ts";
import { renewing } from "./renew-lease.ts";
import type { ShortLinks } from "./shorten-links.ts";

const distinctOrders = counter("content_distinct_orders_total");
const compositions = counter("content_compositions_total");
// start at 0: Prometheus does not count a series that first appears at 1 as an increase
for (const kind of ["manual", "scheduled"])
  for (const outcome of ["complete", "incomplete", "nothing_new", "failed"])
    compositions.inc({ kind, outcome }, 0);

const leaseMs = 20_000;
/** An incomplete composition at most this old is reused by requests without time for another one. */
const recentMs = 10_000;

export type ComposingOnce = {
  compositions: CompositionStore;
  composer: DigestComposer;
  shortLinks: ShortLinks;
  logger: Logger;
  /** Aborted when the process stops: the composition ends without an answer. */
  signal: AbortSignal;
};

/** The answer of a composition: texts, audio, and the reason when audio is missing. */
async function answerOf(composition: Composition, links: ShortLinks): Promise<DigestAnswer> {
  const { digest, more, simulated } = composition;
  if (composition.outcome === "nothing_new") {
    const nothing = { texts: [], more: [], audio: [], stories: [] };
    return { ...nothing, audioMissing: "nothing_new", simulated };
  }
  const { missing, complete, audio } = composition;
  const articles = [...storiesOf(digest).map(({ story }) => story), ...more].flatMap(
    ({ sources }) => sources.map(({ url }) => url),
  );
  const short = await links.shorten(articles, new Date());
  const linkTo = (url: string) => short.get(url) ?? url;
  return {
    texts: digestTexts(digest, { ...composition, format: "whatsapp", linkTo }),
    more: moreTexts(digest, more, linkTo),
    audio,
    audioMissing: missing === "" && !complete ? "partial" : missing,
    stories: storiesByNumber(digest).map(({ story, script }) => ({
      storyId: story.id,
      category: story.category,
      title: script.headline,
      sources: [...story.sources, ...(story.elsewhere ?? [])].map(({ outlet, url }) => ({
        outlet,
        url,
      })),
    })),
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
  const { compositions: store, composer, shortLinks, logger, signal } = deps;
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
    const composition = await composer.compose(order, "voice_note", deadline);
    compositions.inc({ kind, outcome: outcomeOf(composition) });
    const composed = {
      answer: await answerOf(composition, shortLinks),
      complete: composition.outcome === "nothing_new" || composition.complete,
    };
    const now = new Date();
    if (!(await store.keep(lease, composed, isFinal(composition, order, now), now))) {
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
