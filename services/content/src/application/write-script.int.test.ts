import type { Story } from "@matinale/newsroom";
import {
  extractiveScript,
  extractiveSummariser,
  type Summariser,
  type Written,
} from "@matinale/newsroom/summary";
import type { Connection } from "mongoose";
import { describe, expect, test, vi } from "vitest";
import { ScriptStore } from "../store/scripts.ts";
import { twoReplicas } from "../testing/two-replicas.ts";
import { ScriptWriter } from "./write-script.ts";

const { mongo, other } = twoReplicas("scripts");

const story = (id: string): Story => ({
  id,
  language: "fr",
  category: "politics",
  countries: ["fr"],
  sources: [
    {
      itemId: id,
      outlet: "La Une",
      url: "https://n.example/a",
      terms: "licensed",
      title: `Le pont ${id} rouvre`,
      summary: "",
      publishedAt: new Date(0),
    },
  ],
  firstSeenAt: new Date(0),
});
const byModel = (given: Story): Written => ({
  script: { ...extractiveScript(given), method: "model" },
  reason: "ok",
});
const writer = (connection: Connection, summarise: Summariser["summarise"]) =>
  new ScriptWriter(
    new ScriptStore(connection),
    { hasModel: true, maxSummaryLength: 200, summarise },
    new AbortController().signal,
  );

test("writes a script once when two processes need it at the same time", async () => {
  const release = Promise.withResolvers<void>();
  const summarise = vi.fn<Summariser["summarise"]>(async (given) => {
    await release.promise;
    return byModel(given);
  });
  const [one, two] = [writer(mongo(), summarise), writer(other(), summarise)];
  const stories = [story("a"), story("b")];
  const asked = [one, two, one].map((each) => each.all(stories, "fr", false));
  await vi.waitFor(() => expect(summarise).toHaveBeenCalledTimes(2));
  release.resolve();
  const answers = await Promise.all(asked);
  expect(summarise).toHaveBeenCalledTimes(2);
  for (const scripts of answers) expect(scripts.get("a")).toEqual(byModel(story("a")).script);
  expect(await two.all(stories, "fr", true)).toEqual(answers[0]);
  expect(summarise).toHaveBeenCalledTimes(2);
});

test("writes a script again when a process died and its lease expired", async () => {
  const scripts = new ScriptStore(mongo());
  const now = new Date();
  const lease = () => scripts.claim("c", "fr", undefined, { leaseMs: 300, now });
  expect(await lease()).not.toBeNull();
  expect(await lease()).toBeNull();
  const written = await writer(other(), (given) => Promise.resolve(byModel(given))).all(
    [story("c")],
    "fr",
    false,
  );
  expect(written.get("c")?.method).toBe("model");
});

test("keeps the script that was stored first", async () => {
  const scripts = new ScriptStore(mongo());
  await scripts.claim("d", "fr", undefined, { leaseMs: 1_000, now: new Date() });
  const first = extractiveScript(story("d"));
  const kept = await scripts.keep({ script: first, reason: "ok" }, undefined, new Date());
  expect(kept).toEqual(first);
  expect(await scripts.keep(byModel(story("d")), undefined, new Date())).toEqual(first);
});

test("writes a script again once, when the installation gets a model", async () => {
  const summarise = vi.fn<Summariser["summarise"]>((given) => Promise.resolve(byModel(given)));
  const { signal } = new AbortController();
  const before = new ScriptWriter(new ScriptStore(mongo()), extractiveSummariser, signal);
  const methodOf = async (each: ScriptWriter) =>
    (await each.all([story("m")], "fr", false)).get("m")?.method;
  expect(await methodOf(before)).toBe("extractive");
  const after = writer(mongo(), summarise);
  expect([await methodOf(after), await methodOf(after)]).toEqual(["model", "model"]);
  expect(summarise).toHaveBeenCalledOnce();
});

/** Makes a stored script as old as if it had been written before. */
const age = (id: string, minutes: number) =>
  mongo()
    .collection("scripts")
    .updateOne({ _id: `${id}:fr` as never }, [
      { $set: { expiresAt: { $subtract: ["$expiresAt", minutes * 60_000] } } },
    ]);

test.each([
  ["transient", true],
  ["budget", true],
  ["too_little", false],
  ["terms", false],
] as const)(
  "writes an extract with the reason %s again after half an hour: %s",
  async (...given) => {
    const [reason, isAgain] = given;
    const id = `o-${reason}`;
    const summarise = vi
      .fn<Summariser["summarise"]>((each) => Promise.resolve(byModel(each)))
      .mockResolvedValueOnce({ script: extractiveScript(story(id)), reason });
    const one = writer(mongo(), summarise);
    const method = async () => (await one.all([story(id)], "fr", false)).get(id)?.method;
    expect([await method(), await method()]).toEqual(["extractive", "extractive"]);
    await age(id, 31);
    const expected = isAgain ? "model" : "extractive";
    expect([await method(), await method()]).toEqual([expected, expected]);
    expect(summarise).toHaveBeenCalledTimes(isAgain ? 2 : 1);
  },
);

describe("a story that goes on", () => {
  const early = (id: string): Story => ({
    ...story(id),
    sources: story(id).sources.map((source) => ({ ...source, title: "Séisme : 3 morts" })),
  });
  /** The story after another outlet has reported. */
  const later = (id: string, title: string): Story => {
    const [first] = early(id).sources;
    const article = { ...first!, itemId: `${id}-2`, outlet: "La Deux", title };
    return { ...early(id), sources: [first!, { ...article, publishedAt: new Date(3_600_000) }] };
  };
  const headline = async (each: ScriptWriter, given: Story) =>
    (await each.all([given], "fr", false)).get(given.id)?.headline;
  const counting = () => vi.fn<Summariser["summarise"]>((given) => Promise.resolve(byModel(given)));

  test("has the new toll in the second digest, written once by two processes", async () => {
    const summarise = counting();
    const [one, two] = [writer(mongo(), summarise), writer(other(), summarise)];
    expect(await headline(one, early("e"))).toContain("3 morts");
    await age("e", 31);
    const now = later("e", "Séisme : 400 morts");
    const all = await Promise.all([one, two, one].map((each) => headline(each, now)));
    expect(all).toEqual(all.map(() => expect.stringContaining("400 morts")));
    // a process that read the story before
    expect(await headline(two, early("e"))).toContain("400 morts");
    await age("e", 31);
    expect(await headline(two, now)).toContain("400 morts");
    expect(summarise).toHaveBeenCalledTimes(2);
  });

  test("keeps its script for half an hour, and for longer without a new fact", async () => {
    const summarise = counting();
    const one = writer(mongo(), summarise);
    await headline(one, early("f"));
    await age("f", 29);
    expect(await headline(one, later("f", "Séisme : 400 morts"))).toContain("3 morts");
    await age("f", 120);
    expect(await headline(one, later("f", "Le Japon attend de l’aide"))).toContain("3 morts");
    expect(summarise).toHaveBeenCalledTimes(1);
  });

  test("keeps no brief of an accusation that is denied since", async () => {
    const title = "Le maire de Valserre mis en examen pour fraude";
    const one = writer(mongo(), (given) => Promise.resolve(byModel(given)));
    const accused = later("g", title);
    const [script] = (
      await one.all([{ ...accused, sources: accused.sources.slice(1) }], "fr", false)
    ).values();
    expect(script?.brief).toBeDefined();
    await age("g", 31);
    const summary = "Le maire, 52 ans, a été entendu jeudi par un juge. Il conteste les faits.";
    const sources = accused.sources.map((source) => ({
      ...source,
      title,
      summary,
      correctedAt: new Date(),
    }));
    const [denied] = (await one.all([{ ...accused, sources }], "fr", false)).values();
    expect(denied?.spoken).toContain("conteste");
    const stored = (await new ScriptStore(other()).of(["g"], "fr")).get("g");
    expect(stored?.script).toEqual(denied);
    expect(stored?.script).not.toHaveProperty("brief");
  });

  test("uses the script before when another process does not finish in time", async () => {
    const summarise = counting();
    const one = writer(mongo(), summarise);
    await headline(one, early("h"));
    await age("h", 31);
    const scripts = new ScriptStore(other());
    const before = (await scripts.of(["h"], "fr")).get("h");
    expect(
      await scripts.claim("h", "fr", before, { leaseMs: 60_000, now: new Date() }),
    ).not.toBeNull();
    const [script] = (await one.all([later("h", "Séisme : 400 morts")], "fr", true)).values();
    expect(script?.headline).toContain("3 morts");
    expect(summarise).toHaveBeenCalledTimes(1);
  }, 15_000);
});
