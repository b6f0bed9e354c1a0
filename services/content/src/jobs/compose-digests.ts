import { record, type OutboxEntry } from "@matinale/bus";
import { following, inSpan, ticker, withContext, type Logger, type Worker } from "@matinale/kit";
import { canWait, patienceUntil } from "../domain/digest-patience.ts";
import { storiesOf } from "../domain/digest-plan.ts";
import { digestTexts, moreTexts } from "../domain/digest-text.ts";
import type { DigestOrder } from "../domain/news.ts";
import type { DigestRequestStore, LeasedRequest } from "../store/digest-requests.ts";
import { Background } from "./background.ts";
import type { Composition, DigestComposer } from "./digest-composer.ts";

export type Composing = {
  requests: DigestRequestStore;
  composer: DigestComposer;
  logger: Logger;
};

/** Requests wake us: rounds are for those that are tried again, or whose process has died. */
const everyMs = 5_000;
const leaseMs = 20_000;
const renewMs = 6_000;
/** How long a digest waits for its voice when somebody, who waits 25 s in all, asked for it. */
const manualPatience = { ms: 15_000, urgent: true };
/** After this long, a digest that is not whole, and has time left, is composed once more. */
const tryAgainMs = 20_000;
const claimed = { manual: 20, scheduled: 500 };
const groupsAtOnce = { manual: 8, scheduled: 8 };

/** Requests with equal keys get the same digest. */
const orderKey = (order: DigestOrder): string =>
  JSON.stringify([
    order.language,
    order.voice,
    order.country,
    order.categories,
    order.maxSeconds,
    order.windowStart.getTime(),
    order.windowEnd.getTime(),
    order.partOfDay,
  ]);

/** The answer to a request, in the words of the event. */
function audioReady(
  request: Pick<LeasedRequest, "_id" | "userId" | "correlationId" | "causationId" | "traceparent">,
  composition: Composition,
): OutboxEntry {
  const { simulated } = composition;
  const { _id: digestId, userId, correlationId, causationId, traceparent } = request;
  const trace = traceparent === undefined ? {} : { traceparent };
  const told =
    composition.outcome === "nothing_new"
      ? { texts: [], more: [], audio: [], audioMissing: "nothing_new" }
      : {
          texts: digestTexts(composition.digest, {
            missing: composition.missing,
            partial: !composition.complete,
            format: "whatsapp",
          }),
          more: moreTexts(composition.more, composition.digest.language),
          audio: composition.audio.map((part) => ({ ...part, sha256: part.mediaKey })),
          audioMissing: composition.missing,
        };
  const stories = storiesOf(composition.digest).map(({ story, script }) => ({
    storyId: story.id,
    category: story.category,
    title: script.headline,
    sources: [...story.sources, ...(story.elsewhere ?? [])].map(({ outlet, url }) => ({
      outlet,
      url,
    })),
  }));
  return withContext({ correlationId, causationId, ...trace }, () =>
    record("audio.ready", { digestId, userId, stories, simulated, ...told }),
  );
}

/** Composes one digest for everybody who asked for the same. */
async function composeGroup(
  { requests, composer, logger }: Composing,
  group: readonly LeasedRequest[],
): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const renewal = setInterval(() => {
    void requests.renew(group, new Date(Date.now() + leaseMs)).catch(() => undefined);
  }, renewMs);
  try {
    const due = new Date(Math.min(...group.map(({ dueAt }) => dueAt.getTime())));
    const waits = first.manual
      ? manualPatience
      : { ms: patienceUntil(due, new Date()), urgent: false };
    const composition = await following(first, () =>
      inSpan(
        "compose digest",
        "internal",
        () => composer.compose(first.order, "voice_note", waits),
        {
          digests: group.length,
        },
      ),
    );
    const incomplete = composition.outcome === "composed" && !composition.complete;
    const now = new Date();
    const again = (request: LeasedRequest) =>
      incomplete && !request.manual && canWait(request.dueAt, now);
    for (const request of group) {
      if (again(request)) continue;
      await requests.composed(request, audioReady(request, composition));
    }
    await requests.tryAgain(group.filter(again), new Date(now.getTime() + tryAgainMs));
  } catch (error) {
    logger.error({ err: error, digests: group.length }, "digest not composed");
    await requests.tryAgain(group, new Date(Date.now() + tryAgainMs / 4));
  } finally {
    clearInterval(renewal);
  }
}

function queue(composing: Composing, kind: "manual" | "scheduled"): Worker & { nudge(): void } {
  const { requests, logger } = composing;
  const background = new Background(groupsAtOnce[kind], logger);
  const rounds = ticker({
    name: `compose-${kind}`,
    everyMs,
    logger,
    run: async () => {
      // Read once: each group that starts below takes a place of it.
      const { room } = background;
      if (room === 0) return;
      const manual = kind === "manual";
      const due = await requests.claim(manual, claimed[kind], leaseMs, new Date());
      const groups = [...Map.groupBy(due, ({ order }) => orderKey(order)).values()];
      for (const group of groups.slice(0, room)) {
        background.start(() => composeGroup(composing, group).finally(() => rounds.nudge()));
      }
      await requests.giveBack(groups.slice(room).flat());
    },
  });
  return {
    start: () => rounds.start(),
    stop: async () => {
      await rounds.stop();
      await background.settled();
    },
    nudge: () => rounds.nudge(),
  };
}

/** Two queues: what somebody waits for never stands behind the schedule's. */
export function digestComposing(composing: Composing): Worker & { nudge(): void } {
  const queues = [queue(composing, "manual"), queue(composing, "scheduled")];
  return {
    start: async () => {
      await Promise.all(queues.map((each) => each.start()));
    },
    stop: async () => {
      await Promise.all(queues.map((each) => each.stop()));
    },
    nudge: () => queues.forEach((each) => each.nudge()),
  };
}
