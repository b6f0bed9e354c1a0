import { record, type OutboxEntry } from "@matinale/bus";
import {
  counter,
  following,
  inSpan,
  ticker,
  withContext,
  type Logger,
  type Worker,
} from "@matinale/kit";
import {
  canWait,
  manualCanWait,
  manualPatience,
  patienceUntil,
} from "../domain/digest/composition-deadline.ts";
import type { CompositionStore, DigestAnswer } from "../store/compositions.ts";
import type { DigestRequestStore, LeasedRequest } from "../store/digest-requests.ts";
import { Background } from "./background.ts";
import { composeOnce } from "../application/compose-once.ts";
import type { DigestComposer } from "../application/compose-digest.ts";
import { renewing } from "../application/renew-lease.ts";

export type Composing = {
  requests: DigestRequestStore;
  compositions: CompositionStore;
  composer: DigestComposer;
  logger: Logger;
  /** Ends compositions when the process stops; the composer's parts listen to its signal. */
  stopping: AbortController;
  /** Milliseconds that compositions under way get to finish when the process stops. */
  finishMs?: number;
};

type Kind = "manual" | "scheduled";

/** Digests whose lease was lost: "taken" is known when they are answered, "renewal" puts them at risk. */
const leasesLost = counter("content_digest_leases_lost_total");
// a series that begins at 1 has not grown, as Prometheus sees it
for (const how of ["taken", "renewal"]) leasesLost.inc({ how }, 0);

/** Requests wake us: rounds are for those that are tried again, or whose process has died. */
const everyMs = 5_000;
const leaseMs = 20_000;
/** After this long, a digest that is not whole, and has time left, is composed once more. */
const tryAgainMs = 20_000;
/** Between two looks at an order that another process composes. */
const lookMs: Record<Kind, number> = { manual: 250, scheduled: 1_000 };
const claimed: Record<Kind, number> = { manual: 20, scheduled: 500 };
/** Milliseconds to release the leases of compositions that were ended. */
const releaseMs = 2_000;
const groupsAtOnce: Record<Kind, number> = { manual: 8, scheduled: 8 };

const later = (ms: number): Date => new Date(Date.now() + ms);

/** The answer to a request, in the words of the event. */
function audioReady(request: LeasedRequest, answer: DigestAnswer): OutboxEntry {
  const { _id: digestId, userId, correlationId, causationId, traceparent } = request;
  const trace = traceparent === undefined ? {} : { traceparent };
  const audio = answer.audio.map((part) => ({ ...part, sha256: part.mediaKey }));
  return withContext({ correlationId, causationId, ...trace }, () =>
    record("audio.ready", { ...answer, digestId, userId, audio }),
  );
}

/** How long the most urgent request of a group waits, and whether any could wait for another attempt. */
function termsOf(group: readonly LeasedRequest[], kind: Kind) {
  const now = new Date();
  const due = new Date(Math.min(...group.map(({ dueAt }) => dueAt.getTime())));
  return kind === "manual"
    ? {
        kind,
        patience: { ms: manualPatience(due, now), urgent: true },
        canWait: manualCanWait(due, now),
      }
    : {
        kind,
        patience: { ms: patienceUntil(due, now), urgent: false },
        canWait: canWait(due, now),
      };
}

/**
 * Answers requests of equal orders.
 *
 * @returns milliseconds after which to look again when another process composes the order, else 0
 */
async function answerGroup(
  composing: Composing,
  kind: Kind,
  group: readonly LeasedRequest[],
): Promise<number> {
  const { requests, logger, stopping } = composing;
  const { signal } = stopping;
  const [first] = group;
  if (first === undefined) return 0;
  const digests = group.length;
  const stop = renewing(
    async (until) => {
      const held = await requests.renew(group, until);
      if (held < digests) logger.warn({ digests, held }, "digest leases not renewed");
    },
    {
      leaseMs,
      signal,
      failed: (err) => {
        leasesLost.inc({ how: "renewal" }, digests);
        logger.error({ err, digests }, "renewing digest leases failed");
      },
    },
  );
  try {
    const composed = await following(first, () =>
      inSpan(
        "compose digest",
        "internal",
        () => composeOnce({ ...composing, signal }, first.order, termsOf(group, kind)),
        { digests },
      ),
    );
    if (composed === null) {
      await requests.postpone(group, later(lookMs[kind]));
      return lookMs[kind];
    }
    const now = new Date();
    const again = (request: LeasedRequest) =>
      !composed.complete && kind === "scheduled" && canWait(request.dueAt, now);
    for (const request of group) {
      if (!again(request)) await answerRequest(composing, request, composed.answer);
    }
    await requests.tryAgain(group.filter(again), later(tryAgainMs));
  } catch (error) {
    if (signal.aborted) {
      logger.info({ digests }, "composing a digest stopped, left to another process");
      await requests.postpone(group, new Date());
      return 0;
    }
    logger.error({ err: error, digests }, "composing a digest failed, retrying");
    await requests.tryAgain(group, later(tryAgainMs / 4));
  } finally {
    stop();
  }
  return 0;
}

async function answerRequest(
  { requests, logger }: Composing,
  request: LeasedRequest,
  answer: DigestAnswer,
): Promise<void> {
  const outcome = await requests.composed(request, audioReady(request, answer));
  if (outcome !== "lost") return;
  leasesLost.inc({ how: "taken" });
  logger.warn({ digestId: request._id }, "digest lease lost, answer discarded");
}

function queue(composing: Composing, kind: Kind) {
  const { requests, logger } = composing;
  const background = new Background(groupsAtOnce[kind], logger);
  const rounds = ticker({
    name: `compose-${kind}`,
    everyMs,
    logger,
    run: async () => {
      // Read once: each order that starts below takes a place of it.
      const { room } = background;
      if (room === 0) return;
      const manual = kind === "manual";
      const now = new Date();
      const orders = await requests.waitingOrders(manual, room, now);
      if (orders.length === 0) return;
      const due = await requests.claim(manual, orders, { limit: claimed[kind], leaseMs, now });
      for (const group of Map.groupBy(due, (request) => request.orderKey).values()) {
        background.start(async () => {
          const againMs = await answerGroup(composing, kind, group).finally(() => rounds.nudge());
          if (againMs > 0) setTimeout(() => rounds.nudge(), againMs).unref();
        });
      }
    },
  });
  return {
    start: () => rounds.start(),
    stop: () => rounds.stop(),
    settled: (limitMs: number) => background.settled(limitMs),
    abandon: () => background.abandon(),
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
      await Promise.all(queues.map((each) => each.settled(composing.finishMs ?? 8_000)));
      composing.stopping.abort();
      await Promise.all(queues.map((each) => each.settled(releaseMs)));
      for (const each of queues) each.abandon();
    },
    nudge: () => queues.forEach((each) => each.nudge()),
  };
}
