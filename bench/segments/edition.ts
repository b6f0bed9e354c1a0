import { categories, countries, languages } from "@matinale/contracts";
import type { DigestOrder } from "../../services/content/src/domain/news.ts";

const hour = 3_600_000;
const storiesEach = 8;

/** A day's news as the service stores it: some of every category at home in every country and language. */
export const printedStories = (now: Date) =>
  languages.flatMap((language) =>
    categories.flatMap(({ id: town, slug: category }) =>
      Array.from({ length: storiesEach }, (_, index) => {
        const id = `${language}-${category}-${index}`;
        const publishedAt = new Date(now.getTime() - (1 + index) * hour);
        const [title, summary] =
          language === "fr"
            ? [
                `La commune de Bourg-${town}${index} dit ce qui change dans la ville`,
                `Selon le conseil de ${category}, il en est question depuis ${index + 2} semaines dans la presse, et la décision est pour demain.`,
              ]
            : [
                `The town of Bourg-${town}${index} says what is to change`,
                `It is said in the town that the council of ${category} has talked of it for ${index + 2} weeks, and that it is for tomorrow.`,
              ];
        return {
          _id: id,
          category,
          countries: [countries[index % countries.length]?.code ?? "fr", "international"],
          sources: [
            {
              itemId: id,
              language,
              outlet: "La Une",
              url: `https://n.example/${id}`,
              title,
              summary,
              publishedAt,
            },
          ],
          firstSeen: { [language]: publishedAt },
          lastSeenAt: publishedAt,
          expiresAt: new Date(now.getTime() + 24 * hour),
        };
      }),
    ),
  );

/** The same choices for the same seed: mulberry32. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What so many subscribers ask for who choose at random. */
export function orders(subscribers: number, now: Date): DigestOrder[] {
  const next = chance(subscribers);
  const one = <T>(list: readonly [T, ...T[]]): T =>
    list[Math.floor(next() * list.length)] ?? list[0];
  return Array.from({ length: subscribers }, () => {
    const chosen = categories.map(({ slug }) => slug).filter(() => next() < 0.5);
    return {
      language: one(languages),
      voice: one(["female", "male"]),
      country: countries[Math.floor(next() * countries.length)]?.code ?? "fr",
      categories: chosen.length === 0 ? ["politics"] : chosen,
      maxSeconds: one([180, 300, 600]),
      partOfDay: one(["morning", "afternoon", "evening"]),
      windowStart: new Date(now.getTime() - 24 * hour),
      windowEnd: now,
    };
  });
}
