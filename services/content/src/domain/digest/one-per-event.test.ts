import type { Story } from "@matinale/newsroom";
import { expect, test } from "vitest";
import { onePerEvent } from "./one-per-event.ts";

const now = new Date("2026-11-21T08:00:00Z");
const oneArticle = (id: string, title: string, summary: string): { story: Story } => ({
  story: {
    id,
    language: "fr",
    category: "politics",
    countries: ["fr"],
    sources: [
      {
        itemId: id,
        outlet: "Le Journal",
        url: "https://n.example/a",
        terms: "licensed",
        title,
        summary,
        publishedAt: now,
      },
    ],
    firstSeenAt: now,
  },
});

test("keeps the first of two stories that report one event, and all others in their order", () => {
  const first = oneArticle(
    "first",
    "Le vote anticipé testé dans douze villes dès le printemps",
    "Douze villes ouvriront un bureau de vote trois jours avant le scrutin municipal partiel de mars. L’objectif est de faciliter la vie de ceux qui travaillent le dimanche.",
  );
  const strike = oneArticle("strike", "Les trains roulent de nouveau", "La grève est finie.");
  const again = oneArticle(
    "again",
    "Voter trois jours plus tôt : l’essai aura lieu en mars",
    "Un bureau de vote ouvrira trois jours à l’avance dans douze villes, lors du scrutin municipal partiel de mars. Le vote anticipé doit aider les personnes qui travaillent le dimanche.",
  );
  expect(onePerEvent([first, strike, again], 3)).toEqual([first, strike]);
  expect(onePerEvent([again, strike, first], 3)).toEqual([again, strike]);
  expect(onePerEvent([first, again, strike], 1)).toEqual([first]);
});
