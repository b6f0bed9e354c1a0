import type { Language } from "@matinale/contracts";
import { storyKeys } from "./story-keys.ts";

/** What is compared: a telling of an event. */
export type Telling = { language: Language; title: string; summary: string; publishedAt: Date };

type Vector = Map<string, number>;
type Known = {
  storyId: string;
  language: Language;
  publishedAt: number;
  vector: Vector;
  names: ReadonlySet<string>;
};

/** Two tellings further apart in time are two events. */
const farApartMs = 36 * 60 * 60 * 1000;
const titleWeight = 2;
const nameWeight = 1.5;

/**
 * From when on two tellings are one event: cosine of the weighted keys, keys that both must have, how many of these
 * must be names or numbers, and how many something else. One shared name is not an event, a shared set of names is
 * not one either ("Musée des Beaux-Arts de Dijon"), and two languages share little but names and numbers. Tuned on
 * one half of the labelled sample of the tests.
 */
const sameLanguage = { likeness: 0.3, shared: 3, names: 1, others: 2 };
const otherLanguage = { likeness: 0.25, shared: 3, names: 2, others: 1 };
/** So alike, two tellings print the same report of an agency, whether or not it names anybody. */
const sameWords = 0.5;
/** The later a telling, the likelier it tells what came of the event: after so many hours it must be twice as alike. */
const followsUpHours = 24;

/**
 * The events that recent stories tell, in any language, ready to say which of them a new telling belongs to.
 *
 * Keys weigh by how rare they are among the tellings known so far, those of the title twice, names and numbers half as
 * much again. A telling joins the story of its nearest telling when they are near enough in keys and in time.
 */
export class StoryIndex {
  readonly #known: Known[] = [];
  readonly #byKey = new Map<string, Set<number>>();

  add(storyId: string, telling: Telling): void {
    const { vector, names } = this.#read(telling);
    const position = this.#known.length;
    const { language, publishedAt } = telling;
    this.#known.push({ storyId, language, publishedAt: publishedAt.getTime(), vector, names });
    for (const key of vector.keys()) {
      const holders = this.#byKey.get(key) ?? new Set();
      holders.add(position);
      this.#byKey.set(key, holders);
    }
  }

  /** The story that tells the same event, or null when the event is new. */
  match(telling: Telling): string | null {
    const { vector, names } = this.#read(telling);
    const at = telling.publishedAt.getTime();
    const shared = new Map<number, string[]>();
    for (const key of vector.keys()) {
      for (const position of this.#byKey.get(key) ?? []) {
        const keys = shared.get(position) ?? [];
        keys.push(key);
        shared.set(position, keys);
      }
    }
    let best: { storyId: string; margin: number } | null = null;
    for (const [position, keys] of shared) {
      const known = this.#known[position];
      if (known === undefined || Math.abs(known.publishedAt - at) > farApartMs) continue;
      const least = known.language === telling.language ? sameLanguage : otherLanguage;
      const likeness = this.#cosine(vector, known.vector);
      const named = keys.filter((key) => names.has(key) || known.names.has(key)).length;
      const alike =
        named >= least.names &&
        keys.length - named >= least.others &&
        keys.length >= Math.min(least.shared, vector.size);
      if (!alike && likeness < sameWords) continue;
      const hours = Math.abs(known.publishedAt - at) / 3_600_000;
      const margin = likeness / (least.likeness * (1 + hours / followsUpHours));
      if (margin >= 1 && margin > (best?.margin ?? 0)) best = { storyId: known.storyId, margin };
    }
    return best?.storyId ?? null;
  }

  #read({ title, summary, language }: Telling): { vector: Vector; names: ReadonlySet<string> } {
    const inTitle = storyKeys(title, language);
    const inSummary = storyKeys(summary, language);
    const names = new Set([...inTitle.names, ...inSummary.names]);
    const vector: Vector = new Map();
    for (const key of inSummary.keys) vector.set(key, 1);
    for (const key of inTitle.keys) vector.set(key, titleWeight);
    for (const [key, weight] of vector) if (names.has(key)) vector.set(key, weight * nameWeight);
    return { vector, names };
  }

  /** Rarity of a key: 1 for one never seen, falling with the share of tellings that have it. */
  #rarity(key: string): number {
    const holders = this.#byKey.get(key)?.size ?? 0;
    const all = Math.max(this.#known.length, 20);
    return Math.log((all + 1) / (holders + 1)) / Math.log(all + 1);
  }

  #cosine(one: Vector, other: Vector): number {
    let dot = 0;
    for (const [key, weight] of one) {
      const twin = other.get(key);
      if (twin !== undefined) dot += weight * twin * this.#rarity(key) ** 2;
    }
    return dot === 0 ? 0 : dot / (this.#norm(one) * this.#norm(other));
  }

  #norm(vector: Vector): number {
    let sum = 0;
    for (const [key, weight] of vector) sum += (weight * this.#rarity(key)) ** 2;
    return Math.sqrt(sum);
  }
}
