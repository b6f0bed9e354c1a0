import { expect, test } from "vitest";
import { attributed, writtenNames } from "./attribution.ts";
import type { Source } from "../news.ts";

const source = (outlet: string, summary = ""): Source => ({
  itemId: outlet,
  outlet,
  url: "https://n.example/a",
  terms: "licensed",
  title: "Un titre",
  summary,
  publishedAt: new Date(0),
});
const credited = (language: "fr" | "en", sentences: string[], outlet: string) =>
  attributed({ id: "s", language }, source(outlet, sentences.join(" ")), "Un titre", sentences);

test.each([
  [["Le texte passe."], "RFI", "Selon RFI, le texte passe."],
  [
    ["EN 2027, ils votent : « Je reste. »"],
    "RFI",
    "EN 2027, ils votent : « Je reste. » Source : RFI.",
  ],
  [["Dimanche 22 novembre, ils votent."], "RFI", "Selon RFI, dimanche 22 novembre, ils votent."],
  [["L’Assemblée vote."], "RTBF", "Selon la RTBF, l’Assemblée vote."],
  [
    ["Élu hier à 61 ans, il succède à M. Larcher."],
    "Ouest-France",
    "Élu hier à 61 ans, il succède à M. Larcher, selon Ouest-France.",
  ],
  [
    ["Selon les notaires, les prix baissent.", "Ils remontent."],
    "Le Parisien",
    "Selon les notaires, les prix baissent. Ils remontent. Source : Le Parisien.",
  ],
  [
    ["Les prix baissent, d’après les notaires."],
    "Le Parisien",
    "Les prix baissent, d’après les notaires. Source : Le Parisien.",
  ],
  [
    ["Elle part en 2027 : « Je reste. »"],
    "Agence de presse sénégalaise",
    "Selon l’Agence de presse sénégalaise, elle part en 2027 : « Je reste. »",
  ],
  [
    ["Le prix lui revient, a annoncé jeudi à Rennes le jury."],
    "RFI",
    "Le prix lui revient, a annoncé jeudi à Rennes le jury. Source : RFI.",
  ],
  [
    ["Un séisme s’est produit au large, a annoncé l’Institut de géologie."],
    "RFI",
    "Un séisme s’est produit au large, a annoncé l’Institut de géologie. Source : RFI.",
  ],
  [
    ["La frappe a fait dix morts, ont indiqué dimanche à l’AFP des habitants."],
    "RFI",
    "La frappe a fait dix morts, ont indiqué dimanche à l’AFP des habitants. Source : RFI.",
  ],
  [
    ["La taxe augmentera de 63 euros, révèle Le Parisien."],
    "RFI",
    "La taxe augmentera de 63 euros, révèle Le Parisien. Source : RFI.",
  ],
  [
    ["Un incendie a détruit deux granges, rapporte Ouest-France."],
    "RFI",
    "Un incendie a détruit deux granges, rapporte Ouest-France. Source : RFI.",
  ],
  [
    ["Le musée ferme ses portes, comme le raconte Nice-Matin samedi."],
    "RFI",
    "Le musée ferme ses portes, comme le raconte Nice-Matin samedi. Source : RFI.",
  ],
  [["Et le maire avait promis un vote."], "RFI", "Et le maire avait promis un vote, selon RFI."],
  [
    ["Les trois clubs ont relevé leur offre, ont-ils annoncé dans un communiqué."],
    "Le Figaro",
    "Les trois clubs ont relevé leur offre, ont-ils annoncé dans un communiqué. Source : Le Figaro.",
  ],
  [
    ["La candidate est exclue, annonce jeudi le comité."],
    "RFI",
    "La candidate est exclue, annonce jeudi le comité. Source : RFI.",
  ],
  [
    ["Le chef des rebelles, absent, a annoncé lundi accepter la trêve."],
    "RFI",
    "Selon RFI, le chef des rebelles, absent, a annoncé lundi accepter la trêve.",
  ],
  [
    ["Séisme en Iran : un séisme a fait dix morts."],
    "RFI",
    "Séisme en Iran : un séisme a fait dix morts, selon RFI.",
  ],
  [["Trois-Rivières rouvre son pont."], "RFI", "Trois-Rivières rouvre son pont, selon RFI."],
  [["Vingt-deux villes votent."], "RFI", "Selon RFI, vingt-deux villes votent."],
  [["Paris répond : « Non. »"], "RFI", "Paris répond : « Non. » Source : RFI."],
  [
    ["Dans un entretien au Méridien, l’élue dénonce un oubli."],
    "Le Méridien",
    "Dans un entretien au Méridien, l’élue dénonce un oubli.",
  ],
  [[], "La Gazette (exemple)", "Source : La Gazette."],
])("French: %j", (sentences, outlet, spoken) => {
  expect(credited("fr", sentences, outlet)).toBe(spoken);
});

test.each([
  [["The bill passed."], "BBC", "According to the BBC, the bill passed."],
  [["It’s over, police say."], "NPR", "According to NPR, it’s over, police say."],
  [["Barges carried more."], "The Post", "Barges carried more, The Post reports."],
  [
    ["According to police, two men fled."],
    "NPR",
    "According to police, two men fled. Source: NPR.",
  ],
  [
    ["The rate fell, government data showed on Monday."],
    "NPR",
    "The rate fell, government data showed on Monday. Source: NPR.",
  ],
  [
    ["The ferry was late all week, says a former captain."],
    "NPR",
    "The ferry was late all week, says a former captain. Source: NPR.",
  ],
  [["But the port stays shut."], "BBC", "But the port stays shut, the BBC reports."],
  [["Seas warm faster, study finds."], "NPR", "Seas warm faster, study finds. Source: NPR."],
  [["He told The Post it was over."], "The Post", "He told The Post it was over."],
  [
    ["The Post office shut on Monday."],
    "The Post",
    "According to The Post, the Post office shut on Monday.",
  ],
  [["No 10 denies a plot."], "BBC News", "No 10 denies a plot, BBC News reports."],
  [["No plan is ready."], "BBC News", "According to BBC News, no plan is ready."],
  [["Crews left at 3 p.m."], "NPR", "Crews left at 3 p.m. Source: NPR."],
  [[], "Financial Times", "Source: Financial Times."],
])("English: %j", (sentences, outlet, spoken) => {
  expect(credited("en", sentences, outlet)).toBe(spoken);
});

test("lists at most three outlets, each once, in the language's typography", () => {
  const names = ["L'Équipe", "RFI", "RFI", "Le Monde", "Le Figaro"].map((name) => source(name));
  expect(writtenNames(names, "fr")).toBe("L’Équipe, RFI et Le Monde");
});

test("puts the credit last when the headline names its own source", () => {
  const sentences = ["Les prix de l’énergie reculent."];
  const headline = "L’inflation ralentit, selon l’Insee";
  expect(attributed({ id: "s", language: "fr" }, source("La Tribune"), headline, sentences)).toBe(
    "Les prix de l’énergie reculent. Source : La Tribune.",
  );
});

test("names the outlet first in some stories and last in others when both read well", () => {
  const spoken = ["1", "2"].map((id) =>
    attributed({ id, language: "fr" }, source("RFI"), "Un vote", ["Le texte passe."]),
  );
  expect(spoken).toEqual(["Selon RFI, le texte passe.", "Le texte passe, selon RFI."]);
});
