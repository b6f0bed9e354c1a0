import { expect, test } from "vitest";
import { areDifferentEvents } from "./different-events.ts";
import { factsOf } from "./story-facts.ts";

type Text = [title: string, summary: string];
const different = (one: Text, other: Text, rare = true) => {
  const [first, second] = [one, other].map(([title, summary]) =>
    factsOf({ language: "fr", title, summary }),
  );
  return areDifferentEvents(first!, second!, () => rare);
};
const dupont: Text = ["L’acteur Jean Dupont est mort à 84 ans", "Sa famille l’a annoncé à Paris."];

test.each<[string, Text, boolean]>([
  ["another person", ["Le chanteur Paul Martin est mort", "Sa famille l’a annoncé."], true],
  ["another member of the family", ["L’acteur Paul Dupont est mort", "Il vivait à Paris."], true],
  ["another age", ["Un acteur est mort à 79 ans", "Sa famille l’a annoncé à Paris."], true],
  ["the same person by family name", ["La mort de l’acteur Dupont", "Il vivait à Lyon."], false],
  ["one more detail", ["Jean Dupont est mort à Lyon", "L’acteur avait 84 ans."], false],
  ["no name", ["Mort d’un acteur", "Il avait 84 ans."], false],
  ["the funeral after it", ["Obsèques de l’acteur Jean Dupont", "Elles ont lieu à Paris."], true],
])("compares a death with %s", (_name, other, expected) => {
  expect(different(dupont, other)).toBe(expected);
  expect(different(other, dupont)).toBe(expected);
});

const cut = "supprime 500 postes en France";
test.each<[string, Text, Text, boolean]>([
  ["two firms", [`Danone ${cut}`, "Le groupe."], [`Michelin ${cut}`, "Le fabricant."], true],
  [
    "one firm that the other report names later",
    [`Michelin ${cut}`, "Le fabricant de pneus."],
    [`Bibendum ${cut}`, "Michelin l’a annoncé mardi."],
    false,
  ],
  [
    "two words for one subject",
    [`Pneus : ${cut}`, "Les usines de pneus."],
    [`Usines : ${cut}`, "Les usines de pneus."],
    false,
  ],
])("compares equal headlines that begin with %s", (_name, one, other, expected) => {
  expect(different(one, other)).toBe(expected);
  expect(different(other, one)).toBe(expected);
});

test("ignores names that are frequent in the news", () => {
  const texts: [Text, Text] = [
    ["Le maire de Paris inaugure un pont", "La ville le voulait."],
    ["Le maire inaugure un pont près de Lyon", "La ville le voulait."],
  ];
  expect(different(...texts)).toBe(true);
  expect(different(...texts, false)).toBe(false);
});

test.each<[string, Text, Text]>([
  [
    "open and close of a market",
    ["La Bourse de Paris ouvre en hausse", "Le CAC 40 avance."],
    ["La Bourse de Paris termine en hausse", "Le CAC 40 avance."],
  ],
  [
    "a market that rose on one day and fell on the next",
    ["Wall Street termine en hausse, portée par la tech", "Le Nasdaq a progressé lundi."],
    ["Wall Street termine en baisse, lestée par la tech", "Le Nasdaq a reculé mardi."],
  ],
  [
    "first and second leg",
    ["Villefort gagne à l’aller", "Montclar est battu."],
    ["Villefort gagne au retour", "Montclar est battu."],
  ],
  [
    "first and second round",
    ["Le candidat en tête du premier tour", "Il a 41 % des voix."],
    ["Le candidat en tête du second tour", "Il a 41 % des voix."],
  ],
  [
    "arrest and verdict",
    ["Un homme arrêté à Nanterre", "Il aurait volé une voiture."],
    ["Un homme condamné à Nanterre", "Il a volé une voiture."],
  ],
  [
    "two storms",
    ["Tempête Eira : 40 000 foyers sans courant", "La tempête Eira a touché Brest."],
    ["40 000 foyers sans courant à Brest", "La tempête Gudrun a touché Brest."],
  ],
  [
    "start and end of a strike",
    ["Les agents du Louvre votent la grève", "Le musée reste fermé."],
    ["Fin de la grève des agents du Louvre", "Le musée rouvre."],
  ],
  [
    "the women’s and the men’s tournament",
    ["Handball : les Bleues en finale du tournoi", ""],
    ["Handball : les Bleus en finale du tournoi", ""],
  ],
  [
    "the French women and the French men",
    ["Volley : les Françaises en demi-finale", ""],
    ["Volley : les Français en demi-finale", ""],
  ],
  [
    "singles and doubles",
    ["Tennis de table : Montclar en or en simple", ""],
    ["Tennis de table : Montclar en or en double", ""],
  ],
  [
    "two medals",
    ["Judo : Inès Malik médaillée d’or", "Son club la fête à Brest."],
    ["Judo : Inès Malik médaillée d’argent", "Son club la fête à Brest."],
  ],
  [
    "qualification and title",
    ["Karaté : Malik qualifiée pour la finale", ""],
    ["Karaté : Malik championne du monde", ""],
  ],
  [
    "opening and closing ceremony",
    ["La cérémonie d’ouverture des Jeux commence", ""],
    ["La cérémonie de clôture des Jeux commence", ""],
  ],
  [
    "two distances",
    ["Natation : Malik sacrée sur 100 m nage libre", ""],
    ["Natation : Malik sacrée sur 50 m nage libre", ""],
  ],
  [
    "two parts of a series",
    ["Le journal de 7 heures", "Les titres de la rédaction."],
    ["Le journal de 8 heures", "Les titres de la rédaction."],
  ],
  [
    "two places before the headline",
    ["Montclar. Le dépôt de bus bloqué par des manifestants, la ligne fermée", ""],
    ["La Roche-Vanneau : le dépôt de bus bloqué par des manifestants, la ligne fermée", ""],
  ],
  [
    "a collapse in each of two towns",
    ["Abidjan : un immeuble s’effondre, sept morts", "Le bilan est provisoire."],
    ["Montpellier : un immeuble s’effondre, pas de blessé", "Une fuite est en cause."],
  ],
])("takes %s for two events", (_name, one, other) => {
  expect(different(one, other)).toBe(true);
});

test.each<[string, Text, Text]>([
  [
    "the place inside another headline",
    ["Montclar. Le dépôt de bus bloqué", ""],
    ["Grève : le dépôt de bus de Montclar bloqué", ""],
  ],
  [
    "one earthquake, its time and an agency in brackets",
    [
      "Japon : un séisme de magnitude 7,6, une alerte au tsunami",
      "La secousse a frappé Aomori à 23h15 (15h15 à Paris).",
    ],
    [
      "Japon : trente blessés dans un séisme de magnitude 7,5",
      "L’Agence météorologique japonaise (JMA) craint une secousse plus forte à Misawa.",
    ],
  ],
  [
    "the winner of a final and the final",
    ["Handball : les Bleues sacrées face à Brest", ""],
    ["Brest battu par les Bleues en finale", ""],
  ],
  [
    "a headline with a label before it",
    ["URGENT - Un avion s’écrase au décollage", ""],
    ["Un avion s’écrase au décollage près de Valserre", ""],
  ],
  [
    "a ministry and its minister",
    ["Le ministre du Travail et de la Santé lance une campagne contre la grippe", ""],
    ["Camille Rolland lance une campagne contre la grippe", ""],
  ],
])("takes %s for one event", (_name, one, other) => {
  expect(different(one, other)).toBe(false);
});

test("takes a name behind an abbreviation for a name", () => {
  const [first, second] = [
    "Gov. Quill extends the state of emergency for a month",
    "Gov. Marlowe extends the state of emergency for a month",
  ].map((title) => factsOf({ language: "en", title, summary: "" }));
  expect(areDifferentEvents(first!, second!, () => true)).toBe(true);
});

test("takes no name from a headline in Title Case alone", () => {
  const [first, second] = [
    ["Airline Cancels Flights As Crisis Deepens In Single Day", "The airline is Quillair."],
    ["Quillair cancels flights", "Pilots of Quillair were missing at Selby airport."],
  ].map(([title = "", summary = ""]) => factsOf({ language: "en", title, summary }));
  expect(first!.names).toEqual([["quillair"]]);
  expect(areDifferentEvents(first!, second!, () => true)).toBe(false);
});

test("takes the names of one market for one name", () => {
  const close: Text = ["La Bourse de Paris finit en hausse de 1,2 %", "Le luxe progresse."];
  expect(different(close, ["Le CAC 40 gagne 1,2 % à la clôture", "L’indice progresse."])).toBe(
    false,
  );
  expect(different(close, ["Francfort : le DAX gagne 1,2 %", "L’indice progresse."])).toBe(true);
});

test("takes an acronym and its words for one name, and a town and its people too", () => {
  const rate = "Le taux est ramené à 1,75 %.";
  expect(
    different(
      ["La BCE abaisse son taux", rate],
      ["Le taux baisse", `La Banque centrale européenne décide. ${rate}`],
    ),
  ).toBe(false);
  expect(
    different(
      ["Le club de Lens bat celui de Brest", "Le match a eu lieu samedi."],
      ["Les Lensois battent les Brestois", "Le match a eu lieu samedi."],
    ),
  ).toBe(false);
});

test("takes the spellings of a Slavic name for one name", () => {
  const talks = (name: string): Text => [
    `${name} et son chef de cabinet discutent`,
    `Volodymyr ${name} l’a annoncé.`,
  ];
  expect(different(talks("Zelensky"), talks("Zelenskyy"))).toBe(false);
  expect(different(talks("Zelensky"), talks("Zelenskiy"))).toBe(false);
});

test("reads a headline of many names in a row at once", () => {
  const names: Text = ["Aa-bb-".repeat(50), ""];
  expect(different(names, names)).toBe(false);
});

test("one telling figure in both headlines outweighs other names", () => {
  const plan = (jobs: string): Text => [
    `Ferrand supprime ${jobs} postes`,
    "Le plan est baptisé Altitude.",
  ];
  const confirmed = (jobs: string): Text => [
    `Ferrand va supprimer ${jobs} postes`,
    "Le groupe l’a confirmé à Lyon.",
  ];
  expect(different(plan("3 120"), confirmed("3120"))).toBe(false);
  expect(different(plan("3 120"), confirmed("3510"))).toBe(true);
  expect(different(plan("3 000"), confirmed("3000"))).toBe(true);
});

test("takes no names from a dateline or a label before the report", () => {
  const facts = factsOf({
    language: "fr",
    title: "Un séisme frappe l’archipel",
    summary: "EXCLUSIF - MANILLE (AFP) – Le port de Davao est fermé.",
  });
  expect(facts.names).toEqual([["davao"]]);
});
