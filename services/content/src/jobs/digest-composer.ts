import { chooseStories } from "../domain/choose-stories.ts";
import { storiesOf, storySeconds, type Digest } from "../domain/digest-plan.ts";
import { expectedSeconds } from "../domain/extractive-summary.ts";
import type { DigestOrder } from "../domain/news.ts";
import { SpeechError } from "../domain/speech.ts";
import type { AudioMissing } from "../domain/digest-text.ts";
import type { RecordedPart, RecordingForm } from "../store/recordings.ts";
import type { StoryStore } from "../store/stories.ts";
import type { Patience } from "./clip-maker.ts";
import type { Recorder } from "./recorder.ts";
import type { ScriptWriter } from "./script-writer.ts";

/** Newest stories looked at for one digest; the longest digest tells thirty. */
const mostCandidates = 600;

/** What is not live in this installation. */
export type Simulated = "feeds" | "speech";

export type Composition =
  | { outcome: "nothing_new"; digest: Digest }
  | {
      outcome: "composed";
      digest: Digest;
      audio: RecordedPart[];
      missing: AudioMissing;
      /** Whether every story has its voice, as far as there was time; trying again may help when not. */
      complete: boolean;
    };

/** Makes digests: chooses stories, has them written and spoken. The one way for scheduled ones and previews. */
export class DigestComposer {
  readonly #stories: StoryStore;
  readonly #scripts: ScriptWriter;
  readonly #recorder: Recorder | null;
  /** What subscribers are told is not live here. */
  readonly simulated: readonly Simulated[];

  /** @param options.recorder null where there is no speech: digests are then text only */
  constructor(options: {
    stories: StoryStore;
    scripts: ScriptWriter;
    recorder: Recorder | null;
    liveFeeds: boolean;
  }) {
    this.#stories = options.stories;
    this.#scripts = options.scripts;
    this.#recorder = options.recorder;
    this.simulated = [
      ...(options.liveFeeds ? [] : (["feeds"] as const)),
      ...(options.recorder?.live === false ? (["speech"] as const) : []),
    ];
  }

  /** @param patience  how long to wait for speech before the digest goes with less, or without */
  async compose(order: DigestOrder, form: RecordingForm, patience: Patience): Promise<Composition> {
    const digest = await this.#edit(order);
    const composed = { outcome: "composed", digest } as const;
    if (storiesOf(digest).length === 0) return { outcome: "nothing_new", digest };
    if (this.#recorder === null) {
      return { ...composed, audio: [], missing: "speech_unavailable", complete: true };
    }
    try {
      const recorded = await this.#recorder.record(digest, order.maxSeconds, form, patience);
      return { ...composed, audio: recorded.parts, missing: "", complete: recorded.complete };
    } catch (error) {
      if (!(error instanceof SpeechError)) throw error;
      return { ...composed, audio: [], missing: "speech_failed", complete: false };
    }
  }

  async #edit(order: DigestOrder): Promise<Digest> {
    const { language, voice, partOfDay } = order;
    const candidates = await this.#stories.news(order, mostCandidates);
    const chosen = chooseStories(candidates, order, {
      seconds: storySeconds(order),
      secondsOf: expectedSeconds,
      now: order.windowEnd,
    });
    const scripts = await this.#scripts.all(
      chosen.flatMap((chapter) => chapter.stories),
      language,
    );
    const chapters = chosen.map(({ category, stories }) => ({
      category,
      stories: stories.flatMap((story) => {
        const script = scripts.get(story.id);
        return script === undefined ? [] : [{ story, script }];
      }),
    }));
    return { language, voice, partOfDay, chapters };
  }
}
