import { counter, inSpan, runInContext } from "@matinale/kit";
import { keepLease } from "@matinale/kit/mongo";
import {
  canWait,
  deadlineMs,
  hasTime,
  retryMs,
  retryPauseMs,
  type Kind,
} from "../domain/digest/composition-deadline.ts";
import { audioReady } from "../events/audio-ready.ts";
import type { DigestRequestStore, LeasedRequest } from "../store/digest-requests.ts";
import { composeOnce, type ComposingOnce } from "./compose-once.ts";

/** After `signal` aborts, another process answers the requests. */
export type AnswerDeps = ComposingOnce & {
  requests: Pick<DigestRequestStore, "renew" | "postpone" | "answer">;
};

/** Digests whose lease was lost. `taken`: found lost after the composition. `renewal`: a renewal failed, so the lease may be lost. */
const leasesLost = counter("content_digest_leases_lost_total", { how: ["taken", "renewal"] });

export const requestLeaseMs = 20_000;
/** Milliseconds between two checks of an order that another process composes. */
const pollMs: Record<Kind, number> = { manual: 250, scheduled: 1_000 };

const firstDue = (group: readonly LeasedRequest[]): Date =>
  new Date(Math.min(...group.map(({ dueAt }) => dueAt.getTime())));

function termsOf(group: readonly LeasedRequest[], kind: Kind) {
  const now = new Date();
  const due = firstDue(group);
  const deadline = { ms: deadlineMs(kind, due, now), urgent: kind === "manual" };
  return { kind, deadline, hasTime: hasTime(kind, due, now) };
}

/** Answers requests of equal orders. @returns milliseconds to the next poll when another process composes it, else 0 */
export async function answerRequests(
  deps: AnswerDeps,
  kind: Kind,
  group: readonly LeasedRequest[],
): Promise<number> {
  const { requests, logger, signal } = deps;
  const [first] = group;
  if (first === undefined) return 0;
  const { orderKey } = first;
  const digests = group.length;
  const countLost = (lost: number) => {
    if (lost === 0) return;
    leasesLost.inc({ how: "taken" }, lost);
    logger.warn({ digests: lost, orderKey }, "digest leases lost, another process answers");
  };
  const postpone = (postponed: readonly LeasedRequest[], ms: number) =>
    requests.postpone(postponed, new Date(Date.now() + ms));
  const stop = keepLease(
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
      inSpan("compose digest", "INTERNAL", () => composeOnce(deps, first, termsOf(group, kind)), {
        digests,
      }),
    );
    if (composed === null) {
      countLost(await postpone(group, pollMs[kind]));
      return pollMs[kind];
    }
    const now = new Date();
    const isComposedAgain = (request: LeasedRequest) =>
      !composed.complete && kind === "scheduled" && canWait(request.dueAt, now);
    const final = group.filter((request) => !isComposedAgain(request));
    const answers = final.map((request) => ({
      request,
      event: audioReady(request, composed.answer),
    }));
    countLost(await requests.answer(answers));
    const again = group.filter(isComposedAgain);
    if (again.length > 0) {
      await postpone(again, retryPauseMs(composed.attempts, firstDue(again), now));
    }
  } catch (error) {
    if (signal.aborted) {
      const stopped = "composing a digest stopped at shutdown, another process continues";
      logger.info({ digests, orderKey }, stopped);
      await postpone(group, 0);
      return 0;
    }
    logger.error({ err: error, digests, orderKey }, "composing a digest failed, retrying");
    await postpone(group, retryMs);
  } finally {
    stop();
  }
  return 0;
}
