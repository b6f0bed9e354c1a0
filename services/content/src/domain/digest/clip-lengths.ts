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

  /** @param msOf  length in milliseconds, undefined for a clip that does not exist */
  add(utterances: readonly Utterance[], msOf: (utterance: Utterance) => number | undefined): void {
    for (const utterance of utterances) {
      const ms = msOf(utterance);
      if (ms === undefined || this.has(utterance)) continue;
      this.#known.set(nameOf(utterance), ms);
      if ("mark" in utterance) continue;
      this.#spokenMs += ms;
      this.#expectedMs += estimatedMs(utterance);
    }
  }

  /** Records clips that the voice refuses to speak: asking for them again is of no use. */
  refuse(utterances: readonly Utterance[]): void {
    for (const utterance of utterances) this.#refused.add(nameOf(utterance));
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
