import { setTimeout as pause } from "node:timers/promises";
import { counter } from "@matinale/kit";
import pLimit, { type LimitFunction } from "p-limit";
import { clipKey } from "../domain/content-keys.ts";
import type { Utterance } from "../domain/digest-plan.ts";
import type { ClipForm, SoundEncoder } from "../domain/sound/encoded.ts";
import { SpeechError, type Speech } from "../domain/speech.ts";
import type { ClipLease, ClipStore } from "../store/clips.ts";

const cache = counter("content_clip_cache_total");

const atOnce = 4;
/** For one clip, other processes' attempts included. */
const longestMs = 60_000;
const leaseMs = 20_000;
const renewMs = 6_000;
/** Between two looks at a clip that another process is making. */
const lookMs = 150;
const hour = 60 * 60 * 1000;
/** A story's clip outlives the digests that tell it; fixed sentences are told for ever. */
const keepMs = { story: 72 * hour, standing: 90 * 24 * hour };

/** Seconds of silence before what every digest says: greeting, chapters and sign-off begin something new. */
const chapterLead = 0.45;

const asSpeechError = (error: unknown): never => {
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError")) {
    throw new SpeechError("transient", "speech: took too long", { cause: error });
  }
  throw error;
};

/** How long to wait for clips, and whether a person does. */
export type Patience = { ms: number; urgent: boolean };

/** Lengths of the clips that are there, in milliseconds. */
export type Gathered = { clips: Map<string, number>; failure: SpeechError | null };

type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

async function inTime(work: Promise<unknown>, ms: number, wait: Wait): Promise<void> {
  const enough = new AbortController();
  const over = wait(ms, enough.signal).catch(() => undefined);
  await Promise.race([work, over]);
  enough.abort();
}

/** Clips of what there is to say: each made once, whoever asks, in whatever process. */
export class ClipMaker {
  readonly #clips: ClipStore;
  readonly #speech: Speech;
  readonly #encoder: SoundEncoder;
  /** Apart, so that what somebody waits for does not stand behind the schedule's. */
  readonly #limits = { urgent: pLimit(atOnce), usual: pLimit(atOnce) };
  readonly #making = new Map<string, Promise<number>>();

  readonly #wait: Wait;

  constructor(
    clips: ClipStore,
    speech: Speech,
    encoder: SoundEncoder,
    wait: Wait = (ms, signal) => pause(ms, undefined, { signal }),
  ) {
    this.#wait = wait;
    this.#clips = clips;
    this.#speech = speech;
    this.#encoder = encoder;
  }

  get live(): boolean {
    return this.#speech.live;
  }

  /**
   * Those of the clips that are there in time, by key, asked for in the order given. What comes too late is kept for
   * whoever needs it next.
   *
   * @returns also the first failure, when a clip could not be had
   */
  async gather(utterances: readonly Utterance[], patience: Patience): Promise<Gathered> {
    const wanted = new Map(utterances.map((utterance) => [clipKey(utterance), utterance]));
    const clips = await this.#clips.ready([...wanted.keys()]);
    cache.inc({ outcome: "hit" }, clips.size);
    const limit = this.#limits[patience.urgent ? "urgent" : "usual"];
    let failure: SpeechError | null = null;
    let wrong: unknown = null;
    const missing = [...wanted].filter(([key]) => !clips.has(key));
    const arrivals = missing.map(async ([key, utterance]) => {
      try {
        clips.set(key, await this.#one(key, utterance, limit));
      } catch (error) {
        if (error instanceof SpeechError) failure ??= error;
        else wrong ??= error;
      }
    });
    await inTime(Promise.all(arrivals), patience.ms, this.#wait);
    if (wrong !== null) throw wrong;
    return { clips: new Map(clips), failure };
  }

  /** What clips that were gathered sound like, in their order. @throws SpeechError when one is no longer kept */
  async sound(utterances: readonly Utterance[], form: ClipForm): Promise<Uint8Array[]> {
    const keys = utterances.map(clipKey);
    const sound = await this.#clips.sound(keys, form);
    return keys.map((key) => {
      const bytes = sound.get(key);
      if (bytes !== undefined) return bytes;
      throw new SpeechError("transient", "speech: a clip is no longer kept");
    });
  }

  #one(key: string, utterance: Utterance, limit: LimitFunction): Promise<number> {
    const making = this.#making.get(key);
    if (making !== undefined) {
      cache.inc({ outcome: "shared" });
      return making;
    }
    const mine = limit(() => this.#make(key, utterance, AbortSignal.timeout(longestMs)))
      .catch(asSpeechError)
      .finally(() => this.#making.delete(key));
    this.#making.set(key, mine);
    return mine;
  }

  async #make(key: string, utterance: Utterance, signal: AbortSignal): Promise<number> {
    for (;;) {
      signal.throwIfAborted();
      const lease = await this.#clips.claim(key, leaseMs, new Date());
      if (lease !== null) return this.#speak(lease, utterance, signal);
      const durationMs = (await this.#clips.ready([key])).get(key);
      if (durationMs !== undefined) {
        cache.inc({ outcome: "shared" });
        return durationMs;
      }
      await pause(lookMs, undefined, { signal });
    }
  }

  async #speak(lease: ClipLease, utterance: Utterance, signal: AbortSignal): Promise<number> {
    const { text, language, voice, standing } = utterance;
    const renewal = setInterval(() => {
      void this.#clips.renew(lease, new Date(Date.now() + leaseMs)).catch(() => undefined);
    }, renewMs);
    try {
      const wav = await this.#speech.speak(text, language, voice, signal);
      const clip = await this.#encoder
        .encode(wav, standing ? chapterLead : undefined)
        .catch((cause: unknown) => {
          throw new SpeechError("transient", "speech: could not be encoded", { cause });
        });
      const kept = keepMs[standing ? "standing" : "story"];
      await this.#clips.keep(lease, clip, new Date(Date.now() + kept));
      cache.inc({ outcome: "made" });
      return clip.durationMs;
    } catch (error) {
      await this.#clips.giveUp(lease);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }
}
