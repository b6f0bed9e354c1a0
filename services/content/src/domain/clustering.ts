import type { Language } from "@matinale/contracts";
import { storyWords } from "./story-words.ts";

/** What is compared: a telling of an event. */
export type Telling = { title: string; summary: string; publishedAt: Date };

type Known = { storyId: string; publishedAt: number; vector: Map<string, number>; norm: number };

/** Two tellings further apart in time are two events. */
const farApartMs = 36 * 60 * 60 * 1000;
/** Cosine of the weighted words from which two tellings are one event. Tuned on the sample in the tests. */
const sameEvent = 0.4;
/** Rare words that both must have, whatever the cosine says: one shared name is not an event. */
const sharedAtLeast = 3;
const titleWeight = 2;

/**
 * The events that one language's recent stories tell, ready to say which of them a new telling belongs to.
 *
 * Words weigh by how rare they are among the tellings known so far, words of the title twice. A telling joins the
 * story of its nearest telling when they are near enough in words and in time.
 */
export class StoryIndex {
  readonly #language: Language;
  readonly #known: Known[] = [];
  readonly #byWord = new Map<string, Set<number>>();

  constructor(language: Language) {
    this.#language = language;
  }

  add(storyId: string, telling: Telling): void {
    const vector = this.#vector(telling);
    const position = this.#known.length;
    this.#known.push({
      storyId,
      publishedAt: telling.publishedAt.getTime(),
      vector,
      norm: 0,
    });
    for (const word of vector.keys()) {
      const holders = this.#byWord.get(word) ?? new Set();
      holders.add(position);
      this.#byWord.set(word, holders);
    }
  }

  /** The story that tells the same event, or null when the event is new. */
  match(telling: Telling): string | null {
    const vector = this.#vector(telling);
    const at = telling.publishedAt.getTime();
    const shared = new Map<number, number>();
    for (const word of vector.keys()) {
      for (const position of this.#byWord.get(word) ?? []) {
        shared.set(position, (shared.get(position) ?? 0) + 1);
      }
    }
    let best: { storyId: string; likeness: number } | null = null;
    for (const [position, words] of shared) {
      const known = this.#known[position];
      if (known === undefined || words < Math.min(sharedAtLeast, vector.size)) continue;
      if (Math.abs(known.publishedAt - at) > farApartMs) continue;
      const likeness = this.#cosine(vector, known.vector);
      if (likeness >= sameEvent && likeness > (best?.likeness ?? 0)) {
        best = { storyId: known.storyId, likeness };
      }
    }
    return best?.storyId ?? null;
  }

  #vector(telling: Telling): Map<string, number> {
    const vector = new Map<string, number>();
    for (const word of new Set(storyWords(telling.summary, this.#language))) vector.set(word, 1);
    for (const word of storyWords(telling.title, this.#language)) vector.set(word, titleWeight);
    return vector;
  }

  /** Rarity of a word: 1 for one never seen, falling with the share of tellings that have it. */
  #rarity(word: string): number {
    const holders = this.#byWord.get(word)?.size ?? 0;
    const all = Math.max(this.#known.length, 20);
    return Math.log((all + 1) / (holders + 1)) / Math.log(all + 1);
  }

  #cosine(one: Map<string, number>, other: Map<string, number>): number {
    let dot = 0;
    for (const [word, weight] of one) {
      const twin = other.get(word);
      if (twin !== undefined) dot += weight * twin * this.#rarity(word) ** 2;
    }
    return dot === 0 ? 0 : dot / (this.#norm(one) * this.#norm(other));
  }

  #norm(vector: Map<string, number>): number {
    let sum = 0;
    for (const [word, weight] of vector) sum += (weight * this.#rarity(word)) ** 2;
    return Math.sqrt(sum);
  }
}
