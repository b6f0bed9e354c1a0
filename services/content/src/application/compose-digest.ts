import type { Logger } from "@matinale/kit";
import type { Story } from "@matinale/newsroom";
import { storyInFull, type Script, type StoryInFull } from "@matinale/newsroom/summary";
import { orderKey } from "../domain/content-keys.ts";
import { storyQueue, type Weighted } from "../domain/digest/choose-stories.ts";
import { ClipLengths } from "../domain/digest/clip-lengths.ts";
import {
  audioSegments,
  byUrgency,
  storiesOf,
  type Digest,
  type Utterance,
} from "../domain/digest/digest-plan.ts";
import { onePerEvent } from "../domain/digest/one-per-event.ts";
import { noteSeconds, rundown, type Candidate } from "../domain/digest/rundown.ts";
import type { DigestOrder } from "../domain/news.ts";
import { SpeechError } from "../domain/speech.ts";
import { maxMore, type AudioMissing } from "../domain/digest/digest-text.ts";
import type { AudioForm, AudioPart } from "../store/media.ts";
import type { StoryStore } from "../store/stories.ts";
import type { Deadline } from "./synthesise-clip.ts";
import type { AudioAssembler } from "./assemble-audio.ts";
import type { ScriptWriter } from "./write-script.ts";

/** What differs from what subscribers pay for: sample feeds, stand-ins for voice or model, summaries without a model. */
export type Simulated = "feeds" | "speech" | "model" | "summaries";

export type Composition = {
  digest: Digest;
  /** Stories that are not in the digest, for subscribers who ask for more. */
  more: Story[];
  audio: AudioPart[];
  missing: AudioMissing | "nothing_new";
  /** False when the deadline left stories out of the voice note: composing again may add them. */
  complete: boolean;
  simulated: Simulated[];
};

export type StoryComposition = {
  story: Story;
  script: Script;
  inFull: StoryInFull;
  audio: AudioPart[];
  missing: AudioMissing;
};

/** Least milliseconds for speech, after slow scripts too: enough to read clips that exist. */
const minSpeechMs = 2_000;
/** Milliseconds for the sentences that depend on all others: the length, and the introductions of parts. */
const closingMs = 2_000;
/** A digest gets more stories until it has this share of the plan's time. */
const fullEnough = 0.96;
/** Most stories that get a script: a digest may stay a little shorter when none of the next ones fits. */
const maxCandidates = 60;
/** Most stories that are compared, because two of them may report one event. */
const maxCompared = 2 * maxCandidates;
/** Fewest stories that are read of a category: the other categories may have little news. */
const minOfCategory = 40;
/** Most times that the rundown is made again with real lengths. Each brings it nearer; two or three are usual. */
const maxRounds = 5;

/** `isCut`: the deadline came before the plan's time was filled. */
type Edition = { digest: Digest; more: Story[]; lengths: ClipLengths; isCut: boolean };

/** Whether speaking again adds no story: one that the voice refuses gets no clip when it is asked for again. */
const isComplete = ({ digest, lengths, isCut }: Edition): boolean =>
  !isCut &&
  audioSegments(digest, 0).every(
    ({ storyId, utterance }) => storyId === null || !lengths.isAwaited(utterance),
  );

type Draft = {
  order: DigestOrder;
  /** The stories in the order in which they are taken. */
  queue: readonly Weighted[];
  /** The first stories of the queue, with their scripts. */
  candidates: Candidate[];
  lengths: ClipLengths;
};

const rundownOf = (
  { order, queue, candidates, lengths }: Draft,
  isSpoken?: (utterance: Utterance) => boolean,
): Digest =>
  rundown(candidates, order, {
    hasMore: candidates.length < Math.min(queue.length, maxCandidates),
    msOf: (utterance) => lengths.ms(utterance),
    isSpoken,
  });

const secondsOf = ({ order, lengths }: Draft, digest: Digest): number =>
  noteSeconds(digest, order.maxSeconds, (utterance) => lengths.ms(utterance));

export type ComposerDeps = {
  stories: StoryStore;
  scripts: ScriptWriter;
  /** Null without a speech provider: digests are then text only. */
  audioAssembler: Pick<AudioAssembler, "speak" | "assemble" | "assembleText"> | null;
  /** What a stand-in plays in this installation. */
  standIns: readonly ("speech" | "model")[];
  logger: Logger;
};

/** Composes digests: chooses stories, gets their scripts and assembles their audio. Used by requests and previews. */
export class DigestComposer {
  readonly #deps: ComposerDeps;

  constructor(deps: ComposerDeps) {
    this.#deps = deps;
  }

  /** @param deadline  how long to wait for scripts and clips before the digest is composed with fewer, or with none */
  async compose(order: DigestOrder, form: AudioForm, deadline: Deadline): Promise<Composition> {
    const endsAt = performance.now() + deadline.ms;
    const edition = await this.#edit(order, { ...deadline, ms: deadline.ms - closingMs });
    const { digest, more, lengths } = edition;
    const simulated = this.#simulated(digest);
    const composed = { digest, more, audio: [], complete: true, simulated };
    if (storiesOf(digest).length === 0) return { ...composed, missing: "nothing_new" };
    const { maxSeconds } = order;
    const { made, missing } = await this.#spoken({ orderKey: orderKey(order) }, (assembler) => {
      const ms = Math.max(closingMs, endsAt - performance.now());
      return assembler.assemble(digest, maxSeconds, lengths, {
        form,
        deadline: { ...deadline, ms },
      });
    });
    // incomplete also when the voice refuses everything: its settings are at fault then, not one text
    if (made === undefined) return { ...composed, missing, complete: missing !== "speech_failed" };
    const { parts: audio, spokenStories } = made;
    const complete = isComplete(edition);
    return { ...composed, digest: { ...digest, spokenStories }, audio, missing, complete };
  }

  /** What the voice makes, or why it made nothing. @param subject  fields of the log line */
  async #spoken<Made>(
    subject: Record<string, string>,
    make: (assembler: NonNullable<ComposerDeps["audioAssembler"]>) => Promise<Made>,
  ): Promise<{ made?: Made; missing: AudioMissing }> {
    const { audioAssembler, logger } = this.#deps;
    if (audioAssembler === null) return { missing: "speech_unavailable" };
    try {
      return { made: await make(audioAssembler), missing: "" };
    } catch (error) {
      if (!(error instanceof SpeechError)) throw error;
      logger.warn({ err: error, ...subject }, "composed without voice note");
      return { missing: "speech_failed" };
    }
  }

  /**
   * Writes the scripts and speaks the clips of an order that may be asked for soon.
   *
   * @returns false when the voice failed or the deadline came first: preparing again may add stories
   */
  async prepare(order: DigestOrder, deadline: Deadline): Promise<boolean> {
    const edition = await this.#edit(order, deadline);
    return this.#deps.audioAssembler === null || isComplete(edition);
  }

  /** Composes one story in full. @returns null when the story has expired or has no article in this language */
  async composeStory(
    { language, voice }: Pick<DigestOrder, "language" | "voice">,
    storyId: string,
    { urgent, ms }: Deadline,
  ): Promise<StoryComposition | null> {
    const startedAt = performance.now();
    const { stories, scripts } = this.#deps;
    const story = await stories.one(storyId, language);
    const script =
      story === null ? undefined : (await scripts.all([story], language, urgent)).get(storyId);
    if (story === null || script === undefined) return null;
    const inFull = storyInFull(story, script);
    const text = { text: inFull.spoken, language, voice, standing: false };
    const { made: audio = [], missing } = await this.#spoken({ storyId }, (assembler) => {
      const left = { urgent, ms: Math.max(minSpeechMs, ms - (performance.now() - startedAt)) };
      return assembler.assembleText(text, left);
    });
    return { story, script, inFull, audio, missing };
  }

  #simulated(digest: Pick<Digest, "chapters">): Simulated[] {
    const stories = storiesOf(digest);
    const methods = stories.map(({ script }) => script.method);
    const hasSamples = stories.some(({ story }) =>
      story.sources.some((source) => source.simulated),
    );
    const byModel = methods.includes("model");
    return [
      ...(hasSamples ? (["feeds"] as const) : []),
      ...this.#deps.standIns.filter((each) => each === "speech" || byModel),
      ...(methods.length > 0 && !byModel ? (["summaries"] as const) : []),
    ];
  }

  /**
   * Chooses the stories, and speaks them. The length of a clip is known only once it is spoken, so the rundown is made
   * again with the real lengths, and what is then missing is spoken too, until all its clips exist or time is over. A story
   * that the voice refuses stays in the text.
   */
  async #edit(order: DigestOrder, deadline: Deadline): Promise<Edition> {
    const endsAt = performance.now() + deadline.ms;
    const { audioAssembler } = this.#deps;
    const queue = await this.#queueOf(order);
    const lengths = new ClipLengths();
    const isMissing = (utterance: Utterance) => lengths.isAwaited(utterance);
    const draft: Draft = { order, queue, candidates: [], lengths };
    let digest = await this.#filled(draft, deadline.urgent);
    let isCut = false;
    for (let round = 1; storiesOf(digest).length > 0; round += 1) {
      const missing = byUrgency(digest, secondsOf(draft, digest)).filter(isMissing);
      if (audioAssembler === null || missing.length === 0) break;
      const ms = Math.max(minSpeechMs, endsAt - performance.now());
      await audioAssembler.speak(missing, lengths, { ...deadline, ms });
      if (missing.some(isMissing)) break;
      const isLate = endsAt - performance.now() < minSpeechMs;
      if (round === maxRounds || isLate) {
        // too late to speak more stories: the edition is made of those that are spoken
        digest = rundownOf(draft, (utterance) => !isMissing(utterance));
        isCut =
          isLate &&
          secondsOf(draft, digest) < order.maxSeconds * fullEnough &&
          storiesOf(digest).length < Math.min(queue.length, maxCandidates);
        break;
      }
      digest = await this.#filled(draft, deadline.urgent);
    }
    const included = new Set(storiesOf(digest).map(({ story }) => story.id));
    const more = queue.map(({ story }) => story).filter(({ id }) => !included.has(id));
    return { digest, more: more.slice(0, maxMore), lengths, isCut };
  }

  /** The stories in the order in which they are taken. The others that were read are not kept while the edition is made. */
  async #queueOf(order: DigestOrder): Promise<Weighted[]> {
    const ofCategory = Math.ceil(maxCompared / Math.max(1, order.categories.length));
    const news = await this.#deps.stories.news(order, Math.max(minOfCategory, ofCategory));
    return onePerEvent(storyQueue(news, order).slice(0, maxCompared), maxCandidates + maxMore);
  }

  /** The rundown of the draft, with more scripts written as long as there is time left in it and there is news. */
  async #filled(draft: Draft, urgent: boolean): Promise<Digest> {
    const { scripts } = this.#deps;
    const { order, queue, candidates } = draft;
    for (;;) {
      const digest = rundownOf(draft);
      let missing =
        order.maxSeconds * fullEnough -
        (storiesOf(digest).length === 0 ? 0 : secondsOf(draft, digest));
      const next: Weighted[] = [];
      for (const each of queue.slice(candidates.length, maxCandidates)) {
        if (missing <= 0) break;
        next.push(each);
        missing -= scripts.expectedSeconds(each.story);
      }
      if (next.length === 0) return digest;
      const written = await scripts.all(
        next.map(({ story }) => story),
        order.language,
        urgent,
      );
      for (const { story, weight } of next) {
        const script = written.get(story.id);
        if (script === undefined) throw new Error(`story ${story.id} has no script`);
        candidates.push({ story, script, weight });
      }
    }
  }
}
