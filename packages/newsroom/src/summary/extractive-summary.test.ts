import { describe, expect, test } from "vitest";
import type { Source } from "../news.ts";
import { speakingSeconds } from "../reading/speaking-time.ts";
import { article, articleStory, storyOf } from "../testing/index.ts";
import { expectedSeconds, extractiveScript } from "./extractive-summary.ts";
import { bestArticlesFirst, hasHeadlinesOnly, sourceTitle } from "./source-article.ts";
import { maxQuotedLength } from "./usable-sentences.ts";

test("speaks the headline as a sentence, then whole sentences introduced by the outlet, in French", () => {
  const script = extractiveScript(
    storyOf(
      "fr",
      article(
        "Le Monde",
        "Le Sénat adopte le budget",
        "Les sénateurs ont voté le texte par 178 voix contre 160. L'Assemblée l'examinera en décembre. Lire la suite sur le site",
      ),
    ),
  );
  expect(script.spoken).toBe(
    "Le Sénat adopte le budget. Selon Le Monde, les sénateurs ont voté le texte par 178 voix contre 160. L’Assemblée l’examinera en décembre.",
  );
  expect(script.headline).toBe("Le Sénat adopte le budget");
  expect(script.line).toBe("Les sénateurs ont voté le texte par 178 voix contre 160.");
});

test("keeps the capital of a first word that may be a name, and names the outlet last, in English", () => {
  const script = extractiveScript(
    storyOf(
      "en",
      article(
        "BBC",
        "Cup tie goes to replay",
        "Arsenal drew 1-1 with Leeds in the rain on Tuesday night.",
      ),
    ),
  );
  expect(script.spoken).toBe(
    "Cup tie goes to replay. Arsenal drew 1-1 with Leeds in the rain on Tuesday night, the BBC reports.",
  );
});

test.each([
  "cbw/phy/at",
  "-Edith Morel, Agefi-Dow Jones",
  "– Ada Quill",
  "afp/rp",
  "Cet article est apparu en premier sur Lorraine Actu.",
  "This is a breaking news story. More follows.",
])("leaves out what an agency or a feed adds behind a report: %s", (ending) => {
  const report = "Quatre personnes sont mortes dans le détroit, a annoncé la police danoise.";
  const story = storyOf("fr", article("RFI", "Incendie d’un ferry", `${report} ${ending}`));
  expect(extractiveScript(story).spoken).toContain(`${report} Source`);
});

test("leaves out a sentence that repeats the headline, and one that is cut off", () => {
  const script = extractiveScript(
    storyOf(
      "fr",
      article(
        "RFI",
        "Le pont de Valserre rouvre",
        "Le pont de Valserre rouvre. Les travaux ont duré trois ans et coûté 12 millions d'euros. Les habitants attendaient ce moment depuis…",
      ),
    ),
  );
  expect(script.spoken).toBe(
    "Le pont de Valserre rouvre. Selon RFI, les travaux ont duré trois ans et coûté 12 millions d’euros.",
  );
});

test.each([
  "<p>Des habitants évacués à Colombo, le 30 nov. 2026. © AFP</p>",
  "<p>Des habitants évacués à Colombo © Ada Quill / AFP</p>",
  "<figcaption>Des habitants évacués à Colombo.</figcaption><p>Photo : AFP</p>",
])("leaves out the caption of a picture: %s", (caption) => {
  const flood = `${caption}<p>Les inondations ont fait 410 morts, a annoncé le gouvernement.</p>`;
  const { line } = extractiveScript(articleStory("fr", "Déluge au Sri Lanka", flood));
  expect(line).toBe("Les inondations ont fait 410 morts, a annoncé le gouvernement.");
});

test("leaves out a sentence that has half of a quotation", () => {
  const summary = (quoted: string) =>
    `The inquiry lasted eleven months. ${quoted} It cost two million pounds.`;
  for (const quoted of [
    'The mayor said: "Nobody listened to us. We will appeal," and left.',
    "The mayor said: “Nobody listened. It was late,” and left.",
  ]) {
    const { line, spoken } = extractiveScript(articleStory("en", "Mayor leaves", summary(quoted)));
    expect(line).toBe("The inquiry lasted eleven months.");
    expect(spoken).not.toMatch(/listened|late/u);
  }
});

test("leaves out the sentences inside a quotation of several sentences", () => {
  const summary =
    "La chanteuse Lise Arnaud a raconté sa ruine samedi à Nîmes. « C’est mon banquier. Cet homme a volé deux millions d’euros à dix clients. La banque l’a chassé de Nîmes. »";
  const story = storyOf("fr", article("RFI", "Ruinée, une artiste témoigne", summary));
  expect(extractiveScript(story).spoken).toBe(
    "Ruinée, une artiste témoigne. Selon RFI, la chanteuse Lise Arnaud a raconté sa ruine samedi à Nîmes.",
  );
});

test.each([
  "“The protest was aimed at nobody.”",
  "I met all three on Monday.",
  "Winning gave me a platform.",
])("leaves out words whose speaker is not named, and a first person: %s", (sentence) => {
  const report = "Three nurses from Leeds were honoured at a ceremony in London.";
  const story = storyOf("en", article("BBC", "Medal winners", `${report} ${sentence}`));
  expect(extractiveScript(story).spoken).toBe(
    "Medal winners. According to the BBC, three nurses from Leeds were honoured at a ceremony in London.",
  );
});

test.each(["For instance, a return to Delhi costs 7,800 rupees.", "Still, few seats are left."])(
  "leaves out a sentence that goes on from one that is too long: %s",
  (sentence) => {
    const long = `Airlines sell September cheaply, ${"as travellers stay at home ".repeat(9)}.`;
    const story = storyOf("en", article("BBC", "Fare cap ends", `${long} ${sentence}`));
    expect(extractiveScript(story).line).toBe("");
  },
);

test("tells only the first sentences of a long report: later ones need what stands between", () => {
  const opening = "The council of Thornby approved the new bridge, by nine votes to six.";
  const rest = Array.from(
    { length: 4 },
    (_, at) =>
      `Speaker ${at + 1} told members of the council for a very long time ${"why ".repeat(40)}.`,
  );
  const story = storyOf(
    "en",
    article(
      "BBC",
      "Bridge work starts",
      [opening, ...rest, "The other 15 are electric."].join(" "),
    ),
  );
  expect(extractiveScript(story).spoken).toBe(
    `Bridge work starts. According to the BBC, t${opening.slice(1)}`,
  );
});

test("keeps the report before the credit of a picture", () => {
  const flood = "Les inondations ont fait 410 morts, a annoncé le gouvernement. © AFP";
  const { line } = extractiveScript(articleStory("fr", "Déluge au Sri Lanka", flood));
  expect(line).toBe("Les inondations ont fait 410 morts, a annoncé le gouvernement.");
});

test("leaves out the number of a department in a headline", () => {
  expect(
    extractiveScript(storyOf("fr", article("Le Monde", "Bitche (57) : un camion fou"))).headline,
  ).toBe("Bitche\u00A0: un camion fou");
});

test.each([
  [
    "fr",
    "Un essai est prometteur, ont dit les laboratoires Biogen (Photo AFP).",
    "les laboratoires Biogen. Source",
  ],
  [
    "fr",
    "Le pont, l’Ain (01) et le Doubs (25) sont coupés (© Ada Quill / Getty Images).",
    "l’Ain et le Doubs sont coupés.",
  ],
  [
    "en",
    "Tommy Fleetwood (66) is second with Tyrrell Hatton of England.",
    "Fleetwood (66) is second",
  ],
  [
    "en",
    "Chipmaker Nvidia Corp (NVDA.O) reported revenue of $57bn (Photo: AP).",
    "Nvidia Corp reported revenue of $57bn,",
  ],
  ["en", "Chipmaker Nvidia Corp (NASDAQ: NVDA) reported revenue of $57bn.", "Nvidia Corp reported"],
] as const)(
  "%s: leaves out credits and codes in brackets, but no scores: %s",
  (language, report, said) => {
    const story = storyOf(language, article("RFI", "Une annonce", report));
    expect(extractiveScript(story).spoken).toContain(said);
  },
);

test.each([
  ["a quotation in single marks", "Mayor Ada Quill said: ‘It will bring 200 jobs.’"],
  ["a bracket", "Ada Quill opposed it. (The port lies in her district.)"],
])("continues after a sentence that ends with %s", (_, middle) => {
  const summary = `Valmere voted 14 to 3 for the terminal. ${middle} Building starts in March and costs £40m.`;
  const { spoken } = extractiveScript(
    storyOf("en", article("BBC", "Council backs a terminal", summary)),
  );
  expect(spoken).toContain(middle);
  expect(spoken).toContain("Building starts in March and costs £40m");
});

test("uses only the headline and the outlet when the summary has no usable sentence", () => {
  const script = extractiveScript(storyOf("fr", article("RFI", "Le pont rouvre", "")));
  expect(script.spoken).toBe("Le pont rouvre. Source\u00A0: RFI.");
  expect(script.line).toBe("");
});

test("removes the outlet's name from the end of a title", () => {
  const script = extractiveScript(
    storyOf("en", article("BBC", "Rail strike called off - BBC News", "")),
  );
  expect(script.headline).toBe("Rail strike called off");
});

test("expects at least 80 % of the real speaking time", () => {
  const given = storyOf(
    "fr",
    article(
      "Le Monde",
      "Le Sénat adopte le budget",
      "Les sénateurs ont voté le texte par 178 voix. ".repeat(20),
    ),
  );
  const real = speakingSeconds(extractiveScript(given).spoken.length, "fr");
  expect(expectedSeconds(given, maxQuotedLength)).toBeGreaterThan(real * 0.8);
});

test("writes a first word that is no name in lower case inside a sentence", () => {
  const spoken = (summary: string) =>
    extractiveScript(storyOf("fr", article("Le Relais", "Un logiciel pour les examens", summary)))
      .spoken;
  expect(spoken("Vingt-six universités adoptent le même système libre dès la rentrée.")).toContain(
    ", vingt-six universités",
  );
  expect(spoken("Port-Clair adopte le même système libre dès la rentrée prochaine.")).toContain(
    ". Port-Clair adopte le même système libre dès la rentrée prochaine, selon Le Relais.",
  );
});

test("quotes only a short part of an article, in whole sentences", () => {
  const clause = "le conseil a voté une mesure que la ville attendait depuis des années";
  const long = `Hier, ${clause}, et ${clause}, et ${clause}.`;
  const script = (summary: string) =>
    extractiveScript(storyOf("fr", article("RFI", "Un vote à Valserre", summary)));
  expect(script(`${long} Elle coûtera douze millions d’euros à la commune.`).line).toBe("");
  expect(script(`${long} La mesure coûtera douze millions d’euros.`).line).toBe(
    "La mesure coûtera douze millions d’euros.",
  );
  const streets = ["Lilas", "Roses", "Tilleuls", "Pins", "Ormes"];
  const many = streets.map((name) => `La rue des ${name} restera fermée cinq mois de plus.`);
  const quoted = script(many.join(" ")).spoken.replace("Un vote à Valserre. Selon RFI, ", "");
  expect(quoted.length).toBeGreaterThan(100);
  expect(quoted.length).toBeLessThanOrEqual(maxQuotedLength + streets.length);
});

test.each([
  ["Les prix montent partout en France. Avec AFP", "Les prix montent partout en France."],
  ["Par Jean Martin. Les prix montent partout en France.", "Les prix montent partout en France."],
  ["Propos recueillis par Élodie Martin. Les prix montent partout.", "Les prix montent partout."],
  [
    "Avec Annie Roux, écrivaine et prix Nobel. Les prix montent partout.",
    "Les prix montent partout.",
  ],
  [
    "Par endroits, les prix montent partout en France.",
    "Par endroits, les prix montent partout en France.",
  ],
  ["Pourquoi ce choix de la ville ? Les prix montent partout.", "Les prix montent partout."],
  [
    "Profitez de nos offres pour les fêtes ! Les prix montent partout.",
    "Les prix montent partout.",
  ],
  [
    "Les prix montent dans toutes les villes... Le reste du pays suit de près.",
    "Le reste du pays suit de près.",
  ],
  ["PARIS (AFP) - Les prix montent partout en France.", "Les prix montent partout en France."],
  ["Notre-Dame a reçu 30 000 fidèles par jour.", "Notre-Dame a reçu 30\u202F000 fidèles par jour."],
  [
    "Selon nos informations, tout change demain. Les prix montent partout.",
    "Les prix montent partout.",
  ],
  [
    "Le maire répond aux élus : « Nous restons ici. »",
    "Le maire répond aux élus\u00A0: «\u00A0Nous restons ici.\u00A0»",
  ],
])("leaves out lines that are no news: %s", (summary, line) => {
  expect(extractiveScript(storyOf("fr", article("RFI", "Un vote à Valserre", summary))).line).toBe(
    line,
  );
});

test("puts a full stop after a headline that ends with a quotation", () => {
  const mayor = article(
    "RFI",
    "Municipales : « Nous restons »",
    "Réélue, la maire limite la gratuité.",
  );
  expect(extractiveScript(storyOf("fr", mayor)).spoken).toBe(
    "Municipales\u00A0: «\u00A0Nous restons\u00A0». Réélue, la maire limite la gratuité, selon RFI.",
  );
});

test("briefs a story of one outlet in a sentence with its credit at the end: a headline may have no verb", () => {
  const only = article("RFI", "À Rennes, la colère des cantines", "Le texte passe.");
  const briefs = ["1", "2"].map((id) => extractiveScript({ ...storyOf("fr", only), id }).brief);
  expect(new Set(briefs)).toEqual(new Set(["À Rennes, la colère des cantines, selon RFI."]));
});

describe("a story of several outlets", () => {
  const short = article(
    "RFI",
    "Un acteur français est mort",
    "Il avait 84 ans, selon sa famille à Paris.",
  );
  const full = article(
    "Le Monde",
    "Le chanteur Paul Martin est mort",
    "Le chanteur Paul Martin est mort samedi à Lyon, à 79 ans. Il avait vendu dix millions de disques.",
  );

  test.each([
    ["the longer article last", [short, full]],
    ["the longer article first", [full, short]],
  ])("takes headline and sentences from one article: %s", (_name, sources) => {
    const script = extractiveScript(storyOf("fr", ...sources));
    expect(script).toMatchObject({ itemId: full.itemId, headline: full.title });
    expect(script.spoken).toContain("Lyon");
    expect(script.spoken).not.toMatch(/acteur|84|Paris/u);
  });

  test("has no spoken credit, and neither has its brief", () => {
    const script = extractiveScript(storyOf("fr", short, full));
    expect(script.spoken).not.toMatch(/RFI|Le Monde/u);
    expect(script.brief).toBe("Le chanteur Paul Martin est mort.");
  });

  test("credits the source article's outlet when the facts are contested", () => {
    const accused = article(
      "RFI",
      "Un maire mis en examen pour fraude",
      "Le maire de Valserre, Paul Martin, a été mis en examen jeudi pour fraude. Il conteste les faits.",
    );
    const script = extractiveScript(storyOf("fr", accused, { ...accused, outlet: "Le Monde" }));
    expect(script.spoken).toContain("RFI");
    expect(script.spoken).not.toContain("Le Monde");
    expect(script.brief).toBeUndefined();
  });

  test("takes the newest of articles with enough to tell", () => {
    const hourLater = new Date(full.publishedAt.getTime() + 3_600_000);
    const newer = {
      ...full,
      itemId: "newer",
      title: "La chanson en deuil",
      publishedAt: hourLater,
    };
    const brief = { ...newer, itemId: "brief", summary: "Elle avait 84 ans." };
    expect(extractiveScript(storyOf("fr", full, newer, brief)).itemId).toBe("newer");
  });

  test("takes a report before a live page that is newer and longer", () => {
    const live = {
      ...article(
        "France Info",
        "DIRECT. Budget : le débat sur la taxe reprend à l’Assemblée",
        "Les députés ont repris jeudi l’examen de la taxe sur les petits colis. ".repeat(4),
      ),
      publishedAt: new Date(full.publishedAt.getTime() + 3_600_000),
    };
    const report = article(
      "Le Monde",
      "Budget : l’Assemblée rejette la taxe",
      "Le vote a eu lieu à 178 voix contre 160.",
    );
    expect(extractiveScript(storyOf("fr", live, report)).headline).toBe(
      "Budget\u00A0: l’Assemblée rejette la taxe",
    );
  });

  test("takes the next article when the longest has no usable sentence", () => {
    const cut = article(
      "La Une",
      "Un monument de la chanson s’en va",
      `${"Pourquoi lui ? ".repeat(20)}Retour en images sur une vie…`,
    );
    const script = extractiveScript(storyOf("fr", cut, full));
    expect(script).toMatchObject({ itemId: full.itemId, headline: full.title });
    expect(script.line).not.toBe("");
  });
});

describe("what outlets allow", () => {
  const titles = "Le Sénat adopte le budget";
  const summary =
    "Les sénateurs ont voté le texte par 178 voix contre 160, après une nuit de débats au palais du Luxembourg.";
  const licensed = article("La Une", titles, "Le texte revient à l’Assemblée nationale dès lundi.");
  const excerpt: Source = { ...article("RFI", titles, summary), terms: "excerpt" };
  const headline: Source = { ...article("Le Monde", titles, summary), terms: "headline" };
  const accused: Source = {
    ...article(
      "Le Monde",
      "Le maire de Valserre accusé de corruption",
      "Le maire de Valserre est accusé de corruption par un entrepreneur. Il nie les faits et dénonce un complot.",
    ),
    terms: "headline",
  };

  test.each([excerpt, headline])(
    "quotes no sentence of an outlet that allows $terms",
    (allowed) => {
      const script = extractiveScript(storyOf("fr", allowed));
      expect(script).toMatchObject({ headline: titles, line: "", itemId: allowed.itemId });
      expect(script.spoken).toBe(`${titles}. Source\u00A0: ${allowed.outlet}.`);
    },
  );

  test("takes the article of the outlet that allows the most", () => {
    expect(bestArticlesFirst(storyOf("fr", headline, excerpt, licensed))[0]).toBe(licensed);
    expect(bestArticlesFirst(storyOf("fr", headline, excerpt))[0]).toBe(excerpt);
    expect(bestArticlesFirst(storyOf("fr", accused, excerpt))[0]).toBe(excerpt);
    expect(extractiveScript(storyOf("fr", headline, licensed)).line).toBe(
      "Le texte revient à l’Assemblée nationale dès lundi.",
    );
    expect(hasHeadlinesOnly(storyOf("fr", headline, headline))).toBe(true);
    expect(hasHeadlinesOnly(storyOf("fr", headline, excerpt))).toBe(false);
  });

  test("says that an accusation is denied, in its own words", () => {
    const { line } = extractiveScript(storyOf("fr", accused));
    expect(line).not.toBe("");
    expect(accused.summary).not.toContain(line);
  });

  test("expects no time for a summary that may not be used", () => {
    expect(expectedSeconds(storyOf("fr", headline), 400)).toBeLessThan(
      expectedSeconds(storyOf("fr", { ...headline, terms: "licensed" }), 400),
    );
  });
});

test.each([
  ["Le Monde", "Budget : le Sénat vote le texte - Le Monde", "Budget : le Sénat vote le texte"],
  ["L’Équipe", "Lens bat Brest| L'Équipe", "Lens bat Brest"],
  ["Radio-Canada", "Le pont rouvre – sans péage – Radio-Canada", "Le pont rouvre – sans péage"],
  [
    "Libération",
    "Israël-Hamas : cessez-le-feu et libération des otages",
    "Israël-Hamas : cessez-le-feu et libération des otages",
  ],
  [
    "Le Monde",
    "La FAO alerte sur la sous-alimentation dans le monde",
    "La FAO alerte sur la sous-alimentation dans le monde",
  ],
  ["The Guardian", "Ex-editor sues the Guardian", "Ex-editor sues the Guardian"],
  ["Next", "Taux inchangés – Nexter recrute", "Taux inchangés – Nexter recrute"],
])("cuts the outlet’s name at the end of a headline, and no word of it: %s, %s", (...row) => {
  const [outlet, title, expected] = row;
  expect(sourceTitle(article(outlet, title), "fr")).toBe(expected);
});

test.each([
  [
    "fr",
    "Verglas | Plus de 240 000 clients sans courant",
    "Verglas : plus de 240 000 clients sans courant",
  ],
  ["fr", "Canadiens 5 – Bruins 2 | Caufield marque", "Canadiens 5 – Bruins 2 : Caufield marque"],
  ["fr", "Carburants. Le gazole baisse", "Carburants : le gazole baisse"],
  ["fr", "Ligue 1. Rennes bat Lens", "Ligue 1 : Rennes bat Lens"],
  ["fr", "Pénibilité. A l’usine, on vieillit", "Pénibilité : à l’usine, on vieillit"],
  ["fr", "Pénibilité | A Lyon, on vieillit", "Pénibilité : à Lyon, on vieillit"],
  ["fr", "JO 2030. Un directeur est nommé", "JO 2030 : un directeur est nommé"],
  ["fr", "Un coup de M. Hulot. Le film", "Un coup de M. Hulot. Le film"],
  [
    "fr",
    "Rennes. « On a cru au pire » : les habitants sous le choc",
    "Rennes. « On a cru au pire » : les habitants sous le choc",
  ],
  ["fr", "Verglas | Panne : 240 000 clients", "Verglas. Panne : 240 000 clients"],
  ["en", "Storm Bram | The worst is over", "Storm Bram: the worst is over"],
] as const)(
  "writes a colon after the subject of a headline, %s: %s",
  (language, title, expected) => {
    expect(sourceTitle(article("La Presse", title), language)).toBe(expected);
  },
);

test("quotes no sentence of an article all in capitals, in which nothing shows the names", () => {
  const script = extractiveScript(
    articleStory(
      "fr",
      "LE MAIRE DE BEDARIEUX DEMISSIONNE",
      "JOEL ASTRUC A REMIS JEUDI SA LETTRE A LA PREFETE DE L’HERAULT, APRES HUIT MOIS DE MANDAT.",
    ),
  );
  expect([script.headline, script.line]).toEqual(["Le Maire de Bedarieux Demissionne", ""]);
});
