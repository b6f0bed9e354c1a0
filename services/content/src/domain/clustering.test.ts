import type { Language } from "@matinale/contracts";
import { expect, test } from "vitest";
import { StoryIndex, type Telling } from "./clustering.ts";

const at = new Date("2026-11-21T06:00:00Z");
const telling = (title: string, summary: string, hours = 0): Telling => ({
  title,
  summary,
  publishedAt: new Date(at.getTime() + hours * 3_600_000),
});

/** Lines of the same letter tell the same event; written for this test. */
const sample: Record<Language, readonly [event: string, title: string, summary: string][]> = {
  fr: [
    [
      "a",
      "La Banque centrale européenne baisse son taux directeur à 1,75 %",
      "La BCE a abaissé jeudi son taux directeur d’un quart de point, à 1,75 %, pour soutenir la croissance de la zone euro.",
    ],
    [
      "a",
      "BCE : nouvelle baisse d’un quart de point des taux",
      "La Banque centrale européenne ramène son taux directeur à 1,75 %, la quatrième baisse de l’année dans la zone euro.",
    ],
    [
      "b",
      "Inflation : les prix progressent de 1,2 % en novembre en France",
      "Selon l’Insee, les prix à la consommation ont augmenté de 1,2 % sur un an en novembre, tirés par les services.",
    ],
    [
      "b",
      "L’Insee mesure une inflation de 1,2 % en novembre",
      "Les prix des services tirent la hausse de 1,2 % sur un an relevée par l’institut statistique en France.",
    ],
    [
      "c",
      "Séisme de magnitude 6,1 au large de la Grèce",
      "Un tremblement de terre de magnitude 6,1 a frappé mardi au large de la Crète, sans faire de victime selon les secours grecs.",
    ],
    [
      "c",
      "Grèce : un tremblement de terre ressenti jusqu’à Athènes",
      "La secousse, de magnitude 6,1, a eu lieu au large de la Crète ; les secours ne signalent aucune victime.",
    ],
    [
      "d",
      "Le Sénat rejette la réforme de l’audiovisuel public",
      "Les sénateurs ont rejeté mercredi la réforme de l’audiovisuel public par 178 voix contre 160.",
    ],
    [
      "d",
      "Audiovisuel public : la réforme repoussée au Sénat",
      "Par 178 voix contre 160, le Sénat a rejeté le texte qui réunissait radio et télévision publiques.",
    ],
    [
      "e",
      "Le Sénat adopte le budget de la Sécurité sociale",
      "Les sénateurs ont adopté le projet de budget de la Sécurité sociale, avec un déficit ramené à 15 milliards d’euros.",
    ],
    [
      "f",
      "Ligue des champions : Lille battu à Lisbonne",
      "Lille s’est incliné 2-1 sur la pelouse du Benfica Lisbonne, malgré l’ouverture du score à la 20e minute.",
    ],
    [
      "f",
      "Football : le Benfica renverse Lille en Ligue des champions",
      "Menés au score, les joueurs du Benfica Lisbonne l’ont emporté 2-1 face à Lille mardi soir.",
    ],
    [
      "g",
      "Ligue des champions : Monaco tenu en échec à Glasgow",
      "Monaco n’a pas fait mieux que 1-1 sur la pelouse du Celtic Glasgow et voit la qualification s’éloigner.",
    ],
    [
      "h",
      "Un incendie détruit une usine de peinture près de Lyon",
      "L’incendie d’une usine de peinture à Vénissieux, près de Lyon, a été maîtrisé dans la nuit ; aucun blessé.",
    ],
    [
      "i",
      "Lyon inaugure sa cinquième ligne de métro",
      "La cinquième ligne du métro de Lyon relie désormais la gare à l’ouest de la ville en quatorze minutes.",
    ],
  ],
  en: [
    [
      "a",
      "Bank of England holds interest rates at 3.75 per cent",
      "The Bank of England left its base rate at 3.75 per cent on Thursday, with two members voting for a cut.",
    ],
    [
      "a",
      "Interest rates stay at 3.75 per cent as Bank waits on inflation",
      "Seven of nine members of the Bank of England's committee voted to hold the base rate at 3.75 per cent.",
    ],
    [
      "b",
      "Storm Eira leaves 40,000 homes without power in Scotland",
      "Winds of 90 miles an hour brought down power lines across northern Scotland as Storm Eira passed.",
    ],
    [
      "b",
      "Thousands without power as Storm Eira hits Scotland",
      "Some 40,000 homes in the north of Scotland lost power after Storm Eira brought winds of 90mph.",
    ],
    [
      "c",
      "Rail strike called off after pay deal",
      "A strike that would have closed most lines on Friday was called off after unions accepted a pay rise of 4 per cent.",
    ],
    [
      "c",
      "Unions accept 4 per cent pay deal and suspend rail strike",
      "Friday's rail strike will not go ahead after unions accepted a pay rise of 4 per cent.",
    ],
    [
      "d",
      "Nurses vote on strike over pay",
      "Nurses in England are voting on whether to strike over this year's pay award of 2.8 per cent.",
    ],
    [
      "e",
      "Spacecraft returns with samples from asteroid",
      "A capsule holding 120 grams of dust from the asteroid Pallas landed in the Australian desert.",
    ],
    [
      "e",
      "Asteroid dust lands in Australian desert",
      "The capsule brought back 120 grams of material from Pallas, an asteroid between Mars and Jupiter.",
    ],
    [
      "f",
      "Second spacecraft leaves for Jupiter's moons",
      "A spacecraft that will study three of Jupiter's icy moons was launched from French Guiana.",
    ],
    [
      "g",
      "Arsenal beat Chelsea to reach cup semi-final",
      "Arsenal won 3-1 at Stamford Bridge to reach the last four of the League Cup.",
    ],
    [
      "g",
      "League Cup: Arsenal through after win at Stamford Bridge",
      "A 3-1 victory over Chelsea put Arsenal into the semi-final of the League Cup.",
    ],
    [
      "h",
      "Chelsea sign Brazilian midfielder",
      "Chelsea have signed the Brazilian midfielder Rafa Lima for 45 million pounds.",
    ],
  ],
};

function sorted(language: Language) {
  const index = new StoryIndex(language);
  return sample[language].map(([event, title, summary], position) => {
    const story = index.match(telling(title, summary)) ?? `${position}`;
    index.add(story, telling(title, summary));
    return { event, story };
  });
}

test("on labelled headlines, what is joined belongs together and little is left apart", () => {
  let [together, right, wrong] = [0, 0, 0];
  for (const language of ["fr", "en"] as const) {
    const all = sorted(language);
    for (const [position, one] of all.entries()) {
      for (const other of all.slice(position + 1)) {
        const same = one.event === other.event;
        if (same) together += 1;
        if (one.story === other.story)
          [right, wrong] = same ? [right + 1, wrong] : [right, wrong + 1];
      }
    }
  }
  expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.95);
  expect(right / together).toBeGreaterThanOrEqual(0.8);
});

test("the same words two days apart are two events", () => {
  const index = new StoryIndex("en");
  const [, title, summary] = sample.en[0]!;
  index.add("thursday", telling(title, summary));
  expect(index.match(telling(title, summary, 12))).toBe("thursday");
  expect(index.match(telling(title, summary, 40))).toBeNull();
});

test("the first telling of all is news", () => {
  expect(new StoryIndex("fr").match(telling("Un titre", "Une phrase."))).toBeNull();
});
