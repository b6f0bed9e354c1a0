import { counter, runInContext, inSpan, type Logger } from "@matinale/kit";
import {
  canWait,
  manualCanWait,
  manualDeadlineMs,
  scheduledDeadlineMs,
} from "../domain/digest/composition-deadline.ts";
import { audioReady } from "../events/audio-ready.ts";
import type { CompositionStore, DigestAnswer } from "../store/compositions.ts";
import type { DigestRequestStore, LeasedRequest } from "../store/digest-requests.ts";
import type { DigestComposer } from "./compose-digest.ts";
import { composeOnce } from "./compose-once.ts";
import { renewing } from "./renew-lease.ts";

export type AnswerDeps = {
  requests: DigestRequestStore;
  compositions: CompositionStore;
  composer: DigestComposer;
  logger: Logger;
  /** Aborted when the process stops. Compositions then end, and another process answers their requests. */
  signal: AbortSignal;
};

/** A reader waits for a manual digest; a scheduled one is due later. */
export type Kind = "manual" | "scheduled";

/** Digests whose lease was lost. `taken`: found lost when answered. `renewal`: a renewal failed, so the lease may be lost. */
const leasesLost = counter("content_digest_leases_lost_total");
// start at 0: Prometheus does not count a series that first appears at 1 as an increase
for (const how of ["taken", "renewal"]) leasesLost.inc({ how }, 0);

export const requestLeaseMs = 20_000;
/** An incomplete scheduled digest is composed again after this time, when it is not due yet. */
const retryMs = 20_000;
/** Milliseconds between two checks of an order that another process composes. */
const pollMs: Record<Kind, number> = { manual: 250, scheduled: 1_000 };

const later = (ms: number): Date => new Date(Date.now() + ms);

/** The deadline of the first request that is due, and whether there is time for another attempt. */
function termsOf(group: readonly LeasedRequest[], kind: Kind) {
  const now = new Date();
  const due = new Date(Math.min(...group.map(({ dueAt }) => dueAt.getTime())));
  return kind === "manual"
    ? {
        kind,
        deadline: { ms: manualDeadlineMs(due, now), urgent: true },
        canWait: manualCanWait(due, now),
      }
    : {
        kind,
        deadline: { ms: scheduledDeadlineMs(due, now), urgent: false },
        canWait: canWait(due, now),
      };
}

/**
 * Answers requests of equal orders.
 *
 * @returns milliseconds to the next poll when another process composes the order, else 0
 */
export async function answerRequests(
  deps: AnswerDeps,
  kind: Kind,
  group: readonly LeasedRequest[],
): Promise<number> {
  const { requests, logger, signal } = deps;
  const [first] = group;
  if (first === undefined) return 0;
  const digests = group.length;
  const stop = renewing(
    async (until) => {
      const held = await requests.renew(group, until);
      if (held < digests) logger.warn({ digests, held }, "digest leases not renewed");
    },
    {
      leaseMs: requestLeaseMs,
      signal,
      failed: (err) => {
        leasesLost.inc({ how: "renewal" }, digests);
        logger.error({ err, digests }, "renewing digest leases failed");
      },
    },
  );
  try {
    const composed = await runInContext(first, () =>
      inSpan("compose digest", "internal", () => composeOnce(deps, first, termsOf(group, kind)), {
        digests,
      }),
    );
    if (composed === null) {
      await requests.postpone(group, later(pollMs[kind]));
      return pollMs[kind];
    }
    const now = new Date();
    const again = (request: LeasedRequest) =>
      !composed.complete && kind === "scheduled" && canWait(request.dueAt, now);
    for (const request of group) {
      if (!again(request)) await answerRequest(deps, request, composed.answer);
    }
    await requests.tryAgain(group.filter(again), later(retryMs));
  } catch (error) {
    if (signal.aborted) {
      logger.info(
        { digests, orderKey: first.orderKey },
        "composing a digest stopped at shutdown, another process continues",
      );
      await requests.postpone(group, new Date());
      return 0;
    }
    logger.error(
      { err: error, digests, orderKey: first.orderKey },
      "composing a digest failed, retrying",
    );
    await requests.tryAgain(group, later(retryMs / 4));
  } finally {
    stop();
  }
  return 0;
}

async function answerRequest(
  { requests, logger }: AnswerDeps,
  request: LeasedRequest,
  answer: DigestAnswer,
): Promise<void> {
  const outcome = await requests.composed(request, audioReady(request, answer));
  if (outcome !== "lost") return;
  leasesLost.inc({ how: "taken" });
  logger.warn({ digestId: request._id }, "digest lease lost, answer discarded");
}
