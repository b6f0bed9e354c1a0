import { setTimeout as pause } from "node:timers/promises";
import type { Connection } from "mongoose";
import { startStandIn } from "../../services/content/src/testing/stand-in.ts";
import type { Services } from "./services.ts";

const processes = 2;
/** Characters that a newsreader speaks a second. */
const usualPace = 15;
/** For runs that only count: with a tenth of the sound, encoding takes a tenth of the time. */
const countsOnlyPace = 150;
const readMs = 120_000;
/** A story belongs to news windows that end at least 3 s after it was stored. */
const shownMs = 4_000;

/**
 * Two processes of content, after they have read and clustered the simulator's feeds. Speech, and the model if
 * requested, are fakes that answer at once and record their calls.
 */
export async function startContent(
  services: Services,
  { model, countsOnly }: { model: boolean; countsOnly: boolean },
) {
  const standIn = await startStandIn();
  standIn.state.spokenSeconds = 1;
  standIn.state.charactersPerSecond = countsOnly ? countsOnlyPace : usualPace;
  const withModel = {
    // the fake model has plain HTTP, which production refuses
    NODE_ENV: "development",
    OPENAI_API_KEY: "key",
    OPENAI_BASE_URL: `${standIn.url}/v1`,
  };
  await services.start("simulator");
  for (let number = 0; number < processes; number += 1) {
    await services.start("content", {
      TTS_ENDPOINT: standIn.url,
      SPEECH_CHARACTERS_PER_DAY: "100000000",
      MODEL_TOKENS_PER_DAY: "100000000",
      ...(model ? withModel : {}),
    });
  }
  await sorted(await services.database("content"));
  return standIn;
}

/** Waits until all feeds are read and every item belongs to a story. */
async function sorted(content: Connection): Promise<void> {
  const deadline = performance.now() + readMs;
  for (let before = -1; ; await pause(1_000)) {
    const stories = await content.collection("stories").countDocuments();
    const unsorted = await content.collection("items").countDocuments({ storyId: null });
    if (stories > 0 && stories === before && unsorted === 0) return void (await pause(shownMs));
    if (performance.now() > deadline) throw new Error("the feeds were not read in time");
    before = stories;
  }
}

/** Number of distinct orders among the digest requests that content received. */
export async function distinctRequests(content: Connection): Promise<number> {
  const orders = new Set<string>();
  for await (const { order } of content.collection("digest_requests").find({}))
    orders.add(JSON.stringify(order));
  return orders.size;
}
