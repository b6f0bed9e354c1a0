import { silentLogger } from "@matinale/kit/testing";
import { expect, test, vi } from "vitest";
import { audioReady } from "../events/audio-ready.ts";
import type { Composed } from "../store/compositions.ts";
import type { DigestRequest } from "../store/digest-requests.ts";
import { order } from "../testing/order.ts";
import type { Composition } from "./compose-digest.ts";
import { composeOnce, type ComposingOnce } from "./compose-once.ts";

const answer = { texts: ["sans voix"], more: [], moreStoryIds: [], audio: [], stories: [] };
const incomplete: Composed = {
  answer: { ...answer, audioMissing: "speech_failed" },
  complete: false,
  attempts: 1,
};

type Last = Composed & { at: Date };
const unused = () => Promise.reject(new Error("unused"));

/**
 * Composes an order that this process leases.
 *
 * @param terms.last    its last, incomplete composition
 * @param terms.isKept  false when another process takes the lease, or a story is withdrawn, during the composition
 */
function compose(
  composition: Composition,
  {
    last,
    hasTime = true,
    isKept = true,
  }: { last?: Last; hasTime?: boolean; isKept?: boolean } = {},
) {
  const composer = {
    compose: vi.fn<ComposingOnce["composer"]["compose"]>(() => Promise.resolve(composition)),
    composeStory: unused,
  };
  const lease = { _id: "", lease: { token: "", until: new Date() } };
  const leased = { isNew: false, lease };
  const deps: ComposingOnce = {
    compositions: {
      claim: () => Promise.resolve(last === undefined ? leased : { ...leased, composed: last }),
      renew: () => Promise.resolve(1),
      keep: () => Promise.resolve(isKept),
      release: () => Promise.resolve(),
    },
    composer,
    shortLinks: {
      shorten: () => Promise.resolve(() => "https://matinale.example/r/0123456789abcdef0123"),
    },
    brand: "Matinale",
    logger: silentLogger,
    signal: new AbortController().signal,
  };
  const terms = { kind: "scheduled", deadline: { ms: 5_000, urgent: false }, hasTime } as const;
  return { composer, composed: composeOnce(deps, { order, orderKey: "" }, terms) };
}

const nothingNew: Composition = {
  digest: { ...order, chapters: [] },
  more: [],
  audio: [],
  missing: "nothing_new",
  complete: true,
  simulated: [],
};

/** Composes an order whose last composition, this old, is incomplete. @returns whether it is composed again */
async function composedAfter(ms: number, hasTime: boolean) {
  const last = { ...incomplete, at: new Date(Date.now() - ms) };
  const { composer, composed } = compose(nothingNew, { last, hasTime });
  await composed;
  return composer.compose.mock.calls.length === 1 ? "composed again" : "reused";
}

test("composes an incomplete digest again while there is time", async () => {
  expect(await composedAfter(500, true)).toBe("composed again");
});

test("reuses a recent incomplete composition when there is no time for another one", async () => {
  expect(await composedAfter(4 * 60_000, false)).toBe("reused");
  expect(await composedAfter(6 * 60_000, false)).toBe("composed again");
});

test("gives no answer when a story was withdrawn or the lease was lost during the composition", async () => {
  expect(await compose(nothingNew).composed).not.toBeNull();
  expect(await compose(nothingNew, { isKept: false }).composed).toBeNull();
});

test("answers with an event that can be published when outlets wrote hundreds of articles about each story", async () => {
  const article = (of: string, number: number) => ({
    itemId: `${of}-${number}`,
    outlet: `Outlet ${number % 30}`,
    url: `https://outlet-${number % 30}.example/${of}/${number}/${"long-address-".repeat(10)}`,
    title: of,
    summary: "",
    publishedAt: new Date(0),
    terms: "licensed" as const,
  });
  const { language } = order;
  const story = (id: string) => ({
    story: {
      id,
      language,
      category: "politics" as const,
      countries: [],
      sources: Array.from({ length: 150 }, (_, number) => article(id, number)),
      elsewhere: Array.from({ length: 150 }, (_, number) => article(id, 150 + number)),
      firstSeenAt: new Date(0),
    },
    script: {
      storyId: id,
      language,
      itemId: `${id}-0`,
      headline: id,
      line: "",
      spoken: id,
      method: "model" as const,
    },
  });
  const stories = Array.from({ length: 15 }, (_, number) => story(`Sujet ${number}`));
  const { composed } = compose({
    digest: { ...order, chapters: [{ category: "politics", stories }] },
    more: [],
    simulated: [],
    audio: [],
    missing: "speech_unavailable",
    complete: true,
  });
  const { answer } = (await composed)!;
  expect(answer.stories.map(({ sources }) => sources.length)).toEqual(stories.map(() => 10));
  expect(answer.stories[0]?.sources[0]?.outlet).toBe("Outlet 0");
  const request = { _id: "digest", userId: "ada", correlationId: "c", causationId: "d" };
  expect(() => audioReady(request as DigestRequest, answer)).not.toThrow();
});
