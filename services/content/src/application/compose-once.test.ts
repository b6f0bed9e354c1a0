import { silentLogger } from "@matinale/kit/testing";
import { expect, test, vi } from "vitest";
import { retryMs } from "../domain/digest/composition-deadline.ts";
import type { Composed } from "../store/compositions.ts";
import { order } from "../testing/order.ts";
import { composeOnce, type ComposingOnce } from "./compose-once.ts";

const answer = { texts: ["sans voix"], more: [], moreStoryIds: [], audio: [], stories: [] };
const incomplete: Composed = {
  answer: { ...answer, audioMissing: "speech_failed", simulated: [] },
  complete: false,
};

/** Composes an order whose last composition, this old, is incomplete. @returns the answer, and whether it is composed again */
async function composedAfter(ms: number, canWait: boolean) {
  const compose = vi.fn<ComposingOnce["composer"]["compose"]>(() =>
    Promise.resolve({
      outcome: "nothing_new",
      digest: { ...order, chapters: [] },
      more: [],
      simulated: [],
    }),
  );
  const unused = () => Promise.reject(new Error("unused"));
  const lease = { _id: "", lease: { token: "", until: new Date() } };
  const last = { ...incomplete, at: new Date(Date.now() - ms) };
  const deps: ComposingOnce = {
    compositions: {
      claim: () => Promise.resolve({ isNew: false, state: "leased", lease, last }),
      renew: () => Promise.resolve(1),
      keep: () => Promise.resolve(true),
      release: () => Promise.resolve(),
    },
    composer: { compose, composeStory: unused },
    shortLinks: { shorten: unused },
    brand: "Matinale",
    logger: silentLogger,
    signal: new AbortController().signal,
  };
  const terms = { kind: "scheduled", deadline: { ms: 5_000, urgent: false }, canWait } as const;
  await composeOnce(deps, { order, orderKey: "" }, terms);
  return compose.mock.calls.length === 1 ? "composed again" : "reused";
}

test("composes an incomplete digest again at its last attempt", async () => {
  expect(await composedAfter(retryMs, false)).toBe("composed again");
});

test("reuses an incomplete composition for requests that cannot wait", async () => {
  expect(await composedAfter(500, false)).toBe("reused");
  expect(await composedAfter(500, true)).toBe("composed again");
});
