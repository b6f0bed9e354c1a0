import type { Story } from "@matinale/newsroom";
import { fullTelling, type FullTelling, type Script } from "@matinale/newsroom/summary";
import { candidateSlices } from "../domain/digest/candidate-slices.ts";
import { chooseStories } from "../domain/digest/choose-stories.ts";
import { storiesOf, storySeconds, type Digest } from "../domain/digest/digest-plan.ts";
import type { DigestOrder } from "../domain/news.ts";
import { onePerEvent } from "../domain/digest/one-per-event.ts";
import { SpeechError } from "../domain/speech.ts";
import { maxMore, type AudioMissing } from "../domain/digest/digest-text.ts";
import type { AudioPart, AudioForm } from "../store/assembled-audio.ts";
import type { StoryStore } from "../store/stories.ts";
import type { Deadline } from "./synthesise-clip.ts";
import type { AudioAssembler } from "./assemble-audio.ts";
import type { ScriptWriter } from "./write-script.ts";

/** Most stories read for a digest of one day, the newest ones. The longest digest has thirty stories. */
const maxCandidatesOfADay = 600;
/** Most stories read for a digest of several days, in equal parts for each day and category. */
const maxCandidatesOfDays = 2_400;

/**
 * Parts of a digest that differ from what subscribers pay for: sample feeds, a stand-in for voice or model, or summaries
 * without a model.
 */
export type Simulated = "feeds" | "speech" | "model" | "summaries";

export type Composition = {
  digest: Digest;
  /** Stories that are not in the digest, for subscribers who ask for more. */
  more: Story[];
  simulated: Simulated[];
} & (
  | { outcome: "nothing_new" }
  | {
      outcome: "composed";
      audio: AudioPart[];
      /** Ids of the stories in the audio. */
      spoken: ReadonlySet<string>;
      missing: AudioMissing;
      /** Whether every story has its clip. When false, composing again may add clips. */
      complete: boolean;
    }
);

/** One story in full. */
export type StoryComposition = {
  story: Story;
  script: Script;
  telling: FullTelling;
  audio: AudioPart[];
  missing: AudioMissing;
  simulated: Simulated[];
};

/** Least milliseconds for speech, after slow scripts too: enough to read clips that exist. */
const minSpeechMs = 2_000;

const noSound = { audio: [], spoken: new Set<string>() };

type ComposerDeps = {
  stories: StoryStore;
  scripts: ScriptWriter;
  /** Null without a speech provider: digests are then text only. */
  audioAssembler: AudioAssembler | null;
};

/** Composes digests: chooses stories, gets their scripts and assembles their audio. Used by requests and previews. */
export class DigestComposer {
  readonly #deps: ComposerDeps;

  constructor(deps: ComposerDeps) {
    this.#deps = deps;
  }

  /** @param deadline  how long to wait for scripts and clips before the digest is composed with fewer, or with none */
  async compose(order: DigestOrder, form: AudioForm, deadline: Deadline): Promise<Composition> {
    const { urgent } = deadline;
    const startedAt = performance.now();
    const { digest, more } = await this.#edit(order, urgent);
    const simulated = this.#simulated(digest);
    const composed = { outcome: "composed", digest, more, simulated } as const;
    if (storiesOf(digest).length === 0) return { outcome: "nothing_new", digest, more, simulated };
    const { audioAssembler } = this.#deps;
    if (audioAssembler === null) {
      return { ...composed, ...noSound, missing: "speech_unavailable", complete: true };
    }
    try {
      const ms = Math.max(minSpeechMs, deadline.ms - (performance.now() - startedAt));
      const left = { urgent, ms };
      const { parts, ...assembled } = await audioAssembler.assemble(
        digest,
        order.maxSeconds,
        form,
        left,
      );
      return { ...composed, ...assembled, audio: parts, missing: "" };
    } catch (error) {
      if (!(error instanceof SpeechError)) throw error;
      return { ...composed, ...noSound, missing: "speech_failed", complete: false };
    }
  }

  /**
   * Composes one story in full.
   *
   * @returns null when the story has expired or has no article in this language
   */
  async composeStory(
    { language, voice }: Pick<DigestOrder, "language" | "voice">,
    storyId: string,
    { urgent, ms }: Deadline,
  ): Promise<StoryComposition | null> {
    const startedAt = performance.now();
    const { stories, scripts, audioAssembler } = this.#deps;
    const story = await stories.one(storyId, language);
    const script =
      story === null ? undefined : (await scripts.all([story], language, urgent)).get(storyId);
    if (story === null || script === undefined) return null;
    const telling = fullTelling(story, script);
    const chapters = [{ category: story.category, stories: [{ story, script }] }];
    const composed = { story, script, telling, simulated: this.#simulated({ chapters }) };
    if (audioAssembler === null) return { ...composed, audio: [], missing: "speech_unavailable" };
    try {
      const utterance = { text: telling.spoken, language, voice, standing: false };
      const left = { urgent, ms: Math.max(minSpeechMs, ms - (performance.now() - startedAt)) };
      const audio = await audioAssembler.assembleText(utterance, left);
      return { ...composed, audio, missing: "" };
    } catch (error) {
      if (!(error instanceof SpeechError)) throw error;
      return { ...composed, audio: [], missing: "speech_failed" };
    }
  }

  #simulated(digest: Pick<Digest, "chapters">): Simulated[] {
    const told = storiesOf(digest);
    const methods = told.map(({ script }) => script.method);
    const hasSamples = told.some(({ story }) => story.sources.some((source) => source.simulated));
    const byModel = methods.includes("model");
    return [
      ...(hasSamples ? (["feeds"] as const) : []),
      ...(this.#deps.audioAssembler?.live === false ? (["speech"] as const) : []),
      ...(byModel && !this.#deps.scripts.live ? (["model"] as const) : []),
      ...(methods.length > 0 && !byModel ? (["summaries"] as const) : []),
    ];
  }

  #candidates(order: DigestOrder): Promise<Story[]> {
    const slices = candidateSlices(order);
    if (slices.length === 1) return this.#deps.stories.news(order, maxCandidatesOfADay);
    const each = Math.ceil(
      maxCandidatesOfDays / (slices.length * Math.max(1, order.categories.length)),
    );
    return this.#deps.stories.newsOfSlices(order, slices, each);
  }

  async #edit(order: DigestOrder, urgent: boolean): Promise<{ digest: Digest; more: Story[] }> {
    const { language, voice, partOfDay, localDate } = order;
    const candidates = await this.#candidates(order);
    const chosen = chooseStories(candidates, order, {
      seconds: storySeconds(order),
      secondsOf: (story) => this.#deps.scripts.expectedSeconds(story),
      now: order.windowEnd,
    });
    const told = onePerEvent(
      chosen
        .flatMap(({ stories }) => stories.map((story) => ({ story })))
        .toSorted((one, other) => other.story.sources.length - one.story.sources.length),
    );
    const scripts = await this.#deps.scripts.all(
      told.map(({ story }) => story),
      language,
      urgent,
    );
    const chapters = chosen.map(({ category, stories }) => ({
      category,
      stories: stories.flatMap((story) => {
        const script = scripts.get(story.id);
        return script === undefined ? [] : [{ story, script }];
      }),
    }));
    const included = new Set(chosen.flatMap(({ stories }) => stories.map(({ id }) => id)));
    const more = chooseStories(
      candidates.filter(({ id }) => !included.has(id)),
      order,
      { seconds: maxMore, secondsOf: () => 1, now: order.windowEnd },
    ).flatMap(({ stories }) => stories.map((story) => ({ story })));
    const untold = onePerEvent([...told, ...more]).slice(told.length);
    return {
      digest: { language, voice, partOfDay, localDate, chapters },
      more: untold.map(({ story }) => story),
    };
  }
}
