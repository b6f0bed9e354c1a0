import { asDigestId, asUserId } from "@matinale/contracts";
import { silentLogger } from "@matinale/kit/testing";
import { afterEach, expect, test, vi } from "vitest";
import type { Composed } from "../store/compositions.ts";
import type { LeasedRequest } from "../store/digest-requests.ts";
import { order } from "../testing/order.ts";
import { answerRequests, type AnswerDeps } from "./answer-requests.ts";

afterEach(() => {
  vi.useRealTimers();
});

const minuteMs = 60_000;
const unused = () => Promise.reject(new Error("unused"));

/** A scheduled request, 15 minutes before it is due, and a voice that speaks nothing, such as one without budget. */
function withoutVoice() {
  vi.useFakeTimers({ toFake: ["Date"] });
  const dueAt = new Date(Date.now() + 15 * minuteMs);
  const lease = { token: "ours", until: dueAt };
  const request: LeasedRequest = {
    _id: asDigestId("digest"),
    userId: asUserId("user"),
    order,
    orderKey: "order",
    dueAt,
    manual: false,
    state: "requested",
    nextAttemptAt: new Date(),
    correlationId: "",
    causationId: "",
    expiresAt: dueAt,
    lease,
  };
  const requests = {
    renew: async () => 1,
    postpone: vi.fn<AnswerDeps["requests"]["postpone"]>(async () => 0),
    answer: vi.fn<AnswerDeps["requests"]["answer"]>(async () => 0),
  };
  const compose = vi.fn<AnswerDeps["composer"]["compose"]>(async () => ({
    digest: { ...order, chapters: [] },
    more: [],
    simulated: [],
    audio: [],
    missing: "speech_failed",
    complete: false,
  }));
  let last: (Composed & { at: Date }) | undefined;
  const deps: AnswerDeps = {
    requests,
    compositions: {
      claim: async () => ({
        isNew: false,
        lease: { _id: "order", lease },
        ...(last === undefined ? {} : { composed: last }),
      }),
      renew: async () => 1,
      keep: async (_lease, composed, at) => {
        last = { ...composed, at };
        return true;
      },
      release: async () => undefined,
    },
    composer: { compose, composeStory: unused },
    shortLinks: { shorten: async () => (url) => url },
    brand: "Matinale",
    logger: silentLogger,
    signal: new AbortController().signal,
  };
  return { deps, request, requests, compose };
}

test("composes a digest at most 19 times in 15 minutes without a voice, every minute at least, the last time just before it is due", async () => {
  const { deps, request, requests, compose } = withoutVoice();
  const isAnswered = () => requests.answer.mock.calls.some(([answers]) => answers.length > 0);
  for (;;) {
    await answerRequests(deps, "scheduled", [request]);
    if (isAnswered()) break;
    const again = requests.postpone.mock.lastCall![1];
    expect(again.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    vi.setSystemTime(again);
  }
  expect(compose.mock.calls.length).toBeLessThanOrEqual(19);
  const earlyMs = request.dueAt.getTime() - Date.now();
  expect(earlyMs).toBeGreaterThan(0);
  expect(earlyMs).toBeLessThan(30_000);
});
