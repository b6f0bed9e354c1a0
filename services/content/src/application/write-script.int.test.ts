import type { Story } from "@matinale/newsroom";
import { extractiveScript, type Summariser, type Written } from "@matinale/newsroom/summary";
import type { Connection } from "mongoose";
import { expect, test, vi } from "vitest";
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
  new ScriptWriter(new ScriptStore(connection), { live: true, maxSummaryLength: 200, summarise });

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
  expect(await scripts.claim("c", "fr", 300, new Date())).not.toBeNull();
  expect(await scripts.claim("c", "fr", 300, new Date())).toBeNull();
  const written = await writer(other(), (given) => Promise.resolve(byModel(given))).all(
    [story("c")],
    "fr",
    false,
  );
  expect(written.get("c")?.method).toBe("model");
});

test("keeps the script that was stored first", async () => {
  const scripts = new ScriptStore(mongo());
  await scripts.claim("d", "fr", 1_000, new Date());
  const first = extractiveScript(story("d"));
  expect(await scripts.keep(first, new Date())).toEqual(first);
  expect(await scripts.keep(byModel(story("d")).script, new Date())).toEqual(first);
});
