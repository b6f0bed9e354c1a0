import { setTimeout as pause } from "node:timers/promises";
import { counter } from "@matinale/kit";
import pLimit from "p-limit";
import { clipKey } from "../domain/content-keys.ts";
import type { Utterance } from "../domain/digest-plan.ts";
import type { EncodedClip, SoundEncoder } from "../domain/sound/encoded.ts";
import { SpeechError, type Speech } from "../domain/speech.ts";
import type { ClipLease, ClipStore } from "../store/clips.ts";

const cache = counter({
  name: "content_clip_cache_total",
  help: "Clips asked for: hit when it was there, shared when somebody was making it, made when we made it",
  labelNames: ["outcome"],
});

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

const asSpeechError = (error: unknown): never => {
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError")) {
    throw new SpeechError("transient", "speech: took too long", { cause: error });
  }
  throw error;
};

/** Clips of what there is to say: each made once, whoever asks, in whatever process. */
export class ClipMaker {
  readonly #clips: ClipStore;
  readonly #speech: Speech;
  readonly #encoder: SoundEncoder;
  readonly #limit = pLimit(atOnce);
  readonly #making = new Map<string, Promise<EncodedClip>>();

  constructor(clips: ClipStore, speech: Speech, encoder: SoundEncoder) {
    this.#clips = clips;
    this.#speech = speech;
    this.#encoder = encoder;
  }

  get live(): boolean {
    return this.#speech.live;
  }

  /**
   * All of these clips, by key. Whoever stops waiting leaves the clips in the making to be kept for the next.
   *
   * @throws SpeechError when one of them cannot be had; the others are kept all the same
   */
  async all(utterances: readonly Utterance[]): Promise<Map<string, EncodedClip>> {
    const wanted = new Map(utterances.map((utterance) => [clipKey(utterance), utterance]));
    const found = await this.#clips.ready([...wanted.keys()]);
    cache.inc({ outcome: "hit" }, found.size);
    const missing = [...wanted].filter(([key]) => !found.has(key));
    const made = await Promise.all(
      missing.map(async ([key, utterance]) => [key, await this.#one(key, utterance)] as const),
    );
    return new Map([...found, ...made]);
  }

  #one(key: string, utterance: Utterance): Promise<EncodedClip> {
    const making = this.#making.get(key);
    if (making !== undefined) {
      cache.inc({ outcome: "shared" });
      return making;
    }
    const mine = this.#limit(() => this.#make(key, utterance, AbortSignal.timeout(longestMs)))
      .catch(asSpeechError)
      .finally(() => this.#making.delete(key));
    this.#making.set(key, mine);
    return mine;
  }

  async #make(key: string, utterance: Utterance, signal: AbortSignal): Promise<EncodedClip> {
    for (;;) {
      signal.throwIfAborted();
      const lease = await this.#clips.claim(key, leaseMs, new Date());
      if (lease !== null) return this.#speak(lease, utterance, signal);
      const clip = (await this.#clips.ready([key])).get(key);
      if (clip !== undefined) {
        cache.inc({ outcome: "shared" });
        return clip;
      }
      await pause(lookMs, undefined, { signal });
    }
  }

  async #speak(lease: ClipLease, utterance: Utterance, signal: AbortSignal): Promise<EncodedClip> {
    const { text, language, voice, standing } = utterance;
    const renewal = setInterval(() => {
      void this.#clips.renew(lease, new Date(Date.now() + leaseMs)).catch(() => undefined);
    }, renewMs);
    try {
      const wav = await this.#speech.speak(text, language, voice, signal);
      const clip = await this.#encoder.encode(wav).catch((cause: unknown) => {
        throw new SpeechError("transient", "speech: could not be encoded", { cause });
      });
      const kept = keepMs[standing ? "standing" : "story"];
      await this.#clips.keep(lease, clip, new Date(Date.now() + kept));
      cache.inc({ outcome: "made" });
      return clip;
    } catch (error) {
      await this.#clips.giveUp(lease);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }
}
