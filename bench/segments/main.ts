import { randomUUID } from "node:crypto";
import mongoose from "mongoose";
import { startTemporaryBacking } from "@matinale/backing";
import { ClipMaker } from "../../services/content/src/jobs/clip-maker.ts";
import { DigestComposer } from "../../services/content/src/jobs/digest-composer.ts";
import { modelSummariser } from "../../services/content/src/jobs/model-summariser.ts";
import { Recorder } from "../../services/content/src/jobs/recorder.ts";
import { ScriptWriter } from "../../services/content/src/jobs/script-writer.ts";
import { ClipStore } from "../../services/content/src/store/clips.ts";
import { MediaStore } from "../../services/content/src/store/media.ts";
import { RecordingStore } from "../../services/content/src/store/recordings.ts";
import { ScriptStore } from "../../services/content/src/store/scripts.ts";
import { StoryStore } from "../../services/content/src/store/stories.ts";
import { breaths, storiesOf } from "../../services/content/src/domain/digest-plan.ts";
import { gates, print } from "../harness/figures.ts";
import { orders, printedStories } from "./edition.ts";
import { joinTimes } from "./join.ts";
import { countingProviders } from "./providers.ts";

/**
 * What digests cost as subscribers multiply: each chooses at random, the service composes for each, and providers that
 * only count answer it. `--smoke` counts for few, and measures no time.
 */
const smoke = process.argv.includes("--smoke");
const crowds = smoke ? ([60, 180] as const) : ([1_000, 10_000] as const);
const atOnce = 8;
/** Of the larger crowd's cost over the smaller one's. */
const mostGrowth = 1.02;
const patience = { ms: 60_000, urgent: false };
const unlimited = { take: () => Promise.resolve(true), settle: () => Promise.resolve() };

const { expect, end } = gates();

/** Composes for all of them in a database of its own; counts what was asked of the providers and what was told. */
async function costOf(subscribers: number, url: string) {
  const dbName = `bench_segments_${randomUUID().slice(0, 8)}`;
  const mongo = await mongoose.createConnection(url, { dbName, autoIndex: true }).asPromise();
  try {
    const now = new Date();
    const { asked, model, speech, encoder } = countingProviders();
    const clips = new ClipMaker(new ClipStore(mongo), speech, encoder);
    const composer = new DigestComposer({
      stories: new StoryStore(mongo),
      scripts: new ScriptWriter(new ScriptStore(mongo), modelSummariser(model, unlimited)),
      recorder: new Recorder(clips, new MediaStore(mongo), new RecordingStore(mongo)),
      liveFeeds: true,
    });
    await mongo.collection<{ _id: string }>("stories").insertMany(printedStories(now));
    const told = { stories: new Set<string>(), spoken: new Set<string>() };
    const waiting = orders(subscribers, now);
    const work = async () => {
      for (let order = waiting.pop(); order !== undefined; order = waiting.pop()) {
        const { digest } = await composer.compose(order, "voice_note", patience);
        for (const { script } of storiesOf(digest)) {
          told.stories.add(`${script.storyId} ${digest.language}`);
        }
        for (const { utterance, storyId } of breaths(digest)) {
          const what = storyId ?? utterance.text;
          told.spoken.add(`${what} ${utterance.language} ${utterance.voice}`);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return { asked, stories: told.stories.size, spoken: told.spoken.size };
  } finally {
    await mongo.dropDatabase();
    await mongo.close();
  }
}

const backing = await startTemporaryBacking("bench");
try {
  const costs = [];
  for (const subscribers of crowds) {
    const { asked, stories, spoken } = await costOf(subscribers, backing.mongodb.url);
    const calls = `${asked.model} model calls, ${asked.speech} syntheses`;
    print(
      `${subscribers} subscribers: ${stories} stories told, ${spoken} with a voice, fixed sentences included, ${calls}`,
    );
    expect(`model calls are distinct stories × language (${stories})`, asked.model === stories);
    expect(
      `syntheses are distinct stories and fixed sentences × language × voice (${spoken})`,
      asked.speech === spoken,
    );
    costs.push(asked.model + asked.speech);
  }
  const growth = (costs[1] ?? 0) / (costs[0] ?? 1);
  if (!smoke) {
    expect(
      `ten times the subscribers cost ${growth.toFixed(3)} × (at most ${mostGrowth})`,
      growth <= mostGrowth,
    );
    const { ours, ffmpeg } = joinTimes();
    expect(`six clips of 20 s join in ${ours.toFixed(2)} ms (at most 3)`, ours <= 3);
    if (ffmpeg === null) print("ffmpeg is not installed: left out");
    else {
      const share = ffmpeg / ours;
      expect(`ffmpeg's copy takes ${share.toFixed(0)} × as long (at least 50)`, share >= 50);
    }
  }
} finally {
  await backing.stop();
}
end("segments");
