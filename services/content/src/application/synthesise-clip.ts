import { counter } from "@matinale/kit";
import { keepLease } from "@matinale/kit/mongo";
import { markWav, type ClipForm } from "@matinale/voice-note";
import PQueue from "p-queue";
import { clipKey, markKey } from "../domain/content-keys.ts";
import type { ClipLengths } from "../domain/digest/clip-lengths.ts";
import type { Utterance } from "../domain/digest/digest-plan.ts";
import { SpeechError, type ClipEncoder, type Speech } from "../domain/speech.ts";
import { untilAborted } from "../domain/until-aborted.ts";
import type { ClipLease, ClipStore } from "../store/clips.ts";
import { claimOrWait } from "./claim-or-wait.ts";

const cache = counter("content_clip_cache_total");

/** Clips made at the same time. With an empty cache about 25 clips are made in the 21 s that a reader waits. */
const atOnce = { urgent: 8, usual: 4 };
/** Milliseconds for one clip, including attempts of other processes. */
const timeoutMs = 60_000;
const leaseMs = 20_000;
const hour = 60 * 60 * 1000;
/** How long clips are kept: those of stories as long as digests need them, fixed sentences longer, as all digests have them. */
const keepMs = { story: 72 * hour, standing: 90 * 24 * hour };

const asSpeechError = (error: unknown): never => {
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError")) {
    throw new SpeechError("transient", "speech: timed out", { cause: error });
  }
  throw error;
};

/** How long to wait for clips; `urgent` when a reader waits. */
export type Deadline = { ms: number; urgent: boolean };

/** Makes clips. One process makes a clip once, and all processes share it. */
export class ClipSynthesiser {
  readonly #clips: ClipStore;
  readonly #speech: Speech;
  readonly #encoder: ClipEncoder;
  /** Two queues, so that a reader who waits does not queue behind scheduled digests. */
  readonly #queues = {
    urgent: new PQueue({ concurrency: atOnce.urgent }),
    usual: new PQueue({ concurrency: atOnce.usual }),
  };
  /** Clips that this process makes or has queued, by queue and key. */
  readonly #making = new Map<string, Promise<number>>();
  readonly #stopping: AbortSignal;

  /** @param stopping  aborted when the process stops */
  constructor(clips: ClipStore, speech: Speech, encoder: ClipEncoder, stopping: AbortSignal) {
    this.#stopping = stopping;
    this.#clips = clips;
    this.#speech = speech;
    this.#encoder = encoder;
  }

  #keyOf(utterance: Utterance): string {
    if ("mark" in utterance) return markKey(utterance.mark);
    const { language, voice } = utterance;
    return clipKey(utterance, this.#speech.voiceName(language, voice));
  }

  /**
   * Makes the missing clips in the given order and waits for them until the deadline. Digests that are made at the same
   * time share the queue evenly: the first missing clip of each comes before the second of any. A clip that is late is
   * stored for the next digest.
   *
   * @param lengths  gets the lengths of the clips that exist, and which clips the voice refuses
   * @returns the first failure when a clip could not be made
   * @throws the reason of the signal when the process stops first
   */
  async gather(
    utterances: readonly Utterance[],
    lengths: ClipLengths,
    deadline: Deadline,
  ): Promise<SpeechError | null> {
    const unknown = utterances.filter((utterance) => !lengths.has(utterance));
    if (unknown.length === 0) return null;
    const wanted = Map.groupBy(unknown, (utterance) => this.#keyOf(utterance));
    const ready = await this.#clips.ready([...wanted.keys()], new Date());
    cache.inc({ outcome: "hit" }, ready.size);
    for (const [key, alike] of wanted) {
      const ms = ready.get(key);
      if (ms !== undefined) for (const utterance of alike) lengths.add(utterance, ms);
    }
    let failure: SpeechError | null = null;
    let unexpected: unknown = null;
    const limit = AbortSignal.any([this.#stopping, AbortSignal.timeout(Math.round(deadline.ms))]);
    const missing = [...wanted].filter(([key]) => !ready.has(key));
    const arrivals = missing.map(async ([key, alike], place) => {
      const [utterance] = alike;
      if (utterance === undefined) return;
      try {
        const making = this.#one(key, utterance, { urgent: deadline.urgent, place });
        const ms = await untilAborted(making, limit);
        for (const each of alike) lengths.add(each, ms);
      } catch (error) {
        // the clips that exist at the deadline are enough: the digest is composed without the late ones
        if (limit.aborted) return;
        if (error instanceof SpeechError) {
          failure ??= error;
          if (error.isFinal) for (const each of alike) lengths.refuse(each);
        } else unexpected ??= error;
      }
    });
    await Promise.all(arrivals);
    this.#stopping.throwIfAborted();
    if (unexpected !== null) throw unexpected;
    return failure;
  }

  /** The bytes of clips that were gathered, in the same order. @throws SpeechError when one has expired */
  async bytes(utterances: readonly Utterance[], form: ClipForm): Promise<Uint8Array[]> {
    const keys = utterances.map((utterance) => this.#keyOf(utterance));
    const found = await this.#clips.bytes(keys, form);
    return keys.map((key) => {
      const bytes = found.get(key);
      if (bytes !== undefined) return bytes;
      throw new SpeechError("transient", "speech: a clip has expired");
    });
  }

  /**
   * Starts a clip, or joins the one of the same queue; a lower `place` starts first. A clip that both queues want is made by
   * the one that claims it first.
   */
  #one(
    key: string,
    utterance: Utterance,
    { urgent, place }: { urgent: boolean; place: number },
  ): Promise<number> {
    const queue = urgent ? "urgent" : "usual";
    const task = `${queue} ${key}`;
    const known = this.#making.get(task);
    if (known !== undefined) {
      cache.inc({ outcome: "shared" });
      return known;
    }
    const make = () => {
      const limit = AbortSignal.any([this.#stopping, AbortSignal.timeout(timeoutMs)]);
      return this.#make(key, utterance, limit);
    };
    const making = this.#queues[queue]
      .add(make, { priority: -place })
      .catch(asSpeechError)
      .finally(() => this.#making.delete(task));
    this.#making.set(task, making);
    return making;
  }

  #make(key: string, utterance: Utterance, signal: AbortSignal): Promise<number> {
    const claim = () => this.#clips.claim(key, leaseMs, new Date());
    const make = (lease: ClipLease) => this.#speak(lease, utterance, signal);
    const read = async () => {
      const durationMs = (await this.#clips.ready([key], new Date())).get(key);
      if (durationMs !== undefined) cache.inc({ outcome: "shared" });
      return durationMs;
    };
    return claimOrWait({ claim, make, read }, signal);
  }

  async #speak(lease: ClipLease, utterance: Utterance, signal: AbortSignal): Promise<number> {
    const isStanding = "mark" in utterance || utterance.standing;
    const stop = keepLease((until) => this.#clips.renew([lease], until), {
      leaseMs,
      failed: () => undefined,
    });
    try {
      const wav =
        "mark" in utterance
          ? markWav(utterance.mark)
          : await this.#speech.speak(utterance.text, utterance.language, utterance.voice, signal);
      const clip = await this.#encoder.encode(wav).catch((cause: unknown) => {
        throw new SpeechError("transient", "speech: encoding the clip failed", { cause });
      });
      const kept = keepMs[isStanding ? "standing" : "story"];
      await this.#clips.keep(lease, clip, new Date(Date.now() + kept));
      cache.inc({ outcome: "made" });
      return clip.durationMs;
    } catch (error) {
      await this.#clips.release(lease);
      throw error;
    } finally {
      stop();
    }
  }
}
