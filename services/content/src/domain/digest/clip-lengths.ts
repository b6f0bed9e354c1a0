import { speakingSeconds } from "@matinale/newsroom/reading";
import type { Utterance } from "./digest-plan.ts";

/** Milliseconds of the clips of the sound marks, before they are made. */
const markMs = { opening: 1_360, chapter: 560 };

const estimatedMs = (utterance: Utterance): number =>
  "mark" in utterance
    ? markMs[utterance.mark]
    : speakingSeconds(utterance.text.length, utterance.language) * 1000;

/** Identifies a clip in one digest, whose clips are all in one voice. */
const nameOf = (utterance: Utterance): string =>
  "mark" in utterance ? utterance.mark : utterance.text;

/** The lengths of the clips of one digest. One that is not spoken yet is estimated by the pace of those that are. */
export class ClipLengths {
  readonly #known = new Map<string, number>();
  readonly #refused = new Set<string>();
  #spokenMs = 0;
  #expectedMs = 0;

  /** @param ms  length of the clip in milliseconds */
  add(utterance: Utterance, ms: number): void {
    if (this.has(utterance)) return;
    this.#known.set(nameOf(utterance), ms);
    if ("mark" in utterance) return;
    this.#spokenMs += ms;
    this.#expectedMs += estimatedMs(utterance);
  }

  /** Records that the voice refuses to speak a clip: asking for it again is of no use. */
  refuse(utterance: Utterance): void {
    this.#refused.add(nameOf(utterance));
  }

  has(utterance: Utterance): boolean {
    return this.#known.has(nameOf(utterance));
  }

  /** Whether the clip does not exist and may be made: the voice has not refused it. */
  isAwaited(utterance: Utterance): boolean {
    return !this.has(utterance) && !this.#refused.has(nameOf(utterance));
  }

  ms(utterance: Utterance): number {
    const pace = this.#expectedMs === 0 ? 1 : this.#spokenMs / this.#expectedMs;
    return this.#known.get(nameOf(utterance)) ?? estimatedMs(utterance) * pace;
  }
}
