import { describe, expect, test } from "vitest";
import type { Language } from "@matinale/contracts";
import { articleStory } from "../testing/index.ts";
import { isNews } from "../text/index.ts";
import { checkedScript } from "./checked-draft.ts";
import { extractiveScript } from "./extractive-summary.ts";
import { printedTitle } from "./source-article.ts";

const script = (language: Language, title: string, summary: string) =>
  extractiveScript(articleStory(language, title, summary));

describe("an accusation and its denial", () => {
  const title = "Paul Ferrand mis en examen pour viols";
  const accused =
    "L’ancien ministre Paul Ferrand, 62 ans, a été mis en examen vendredi pour viols aggravés à l’issue de deux jours de garde à vue, a annoncé le parquet de Nantes dans un communiqué.";
  const denied =
    "Il conteste l’ensemble des faits qui lui sont reprochés et reste présumé innocent, a déclaré son avocate.";

  test("are printed and spoken together in French", () => {
    const { line, spoken } = script("fr", title, `${accused} ${denied}`);
    expect(line).toContain("présumé innocent");
    expect(spoken).toContain("Il conteste l’ensemble des faits");
  });

  test("are printed and spoken together in English", () => {
    const { line, spoken } = script(
      "en",
      "Former minister charged with rape",
      "A former minister has been charged with three counts of rape, the Crown Prosecution Service said on Friday. He denies all charges.",
    );
    expect(line).toContain("He denies all charges.");
    expect(spoken).toContain("He denies all charges.");
  });

  test.each([
    [
      "fr",
      "La société de remontées mécaniques renvoyée devant le tribunal",
      "Le Ministère public du Valais a renvoyé trois cadres en jugement pour homicide par négligence. Tous contestent les faits.",
      "Tous contestent les faits.",
    ],
    [
      "en",
      "Minister violated policy with private chats, watchdog finds",
      "The report on the chats will be released on Thursday in Washington. He denies any wrongdoing.",
      "He denies any wrongdoing.",
    ],
  ] as const)(
    "are reported together for a trial to come and for misconduct, %s",
    (language, title, summary, own) => {
      const { line, brief } = script(language, title, summary);
      expect(line).toContain(own);
      expect(brief).toBeUndefined();
    },
  );

  test("a denial that says “he” has the sentence about him before it", () => {
    const { line } = script(
      "fr",
      "Affaire des sondages : deux anciens conseillers renvoyés devant le tribunal",
      "L’ancien ministre de l’intérieur est poursuivi pour favoritisme et détournement de fonds publics. Il conteste les faits. Le procès s’ouvrira à Nantes le 18 mai 2027.",
    );
    expect(line).toMatch(/^L’ancien ministre .* Il conteste les faits/u);
  });

  test("the denial stays when both do not fit", () => {
    const long = `${accused.slice(0, -1)}, ${"après des mois d’investigations menées par la police judiciaire ".repeat(3)}de la ville.`;
    const { spoken } = script("fr", title, `${long} ${denied}`);
    expect(spoken).not.toContain("judiciaire");
    expect(spoken).toContain(denied);
  });

  test("the denial keeps its place when it comes first", () => {
    const { spoken } = script(
      "en",
      "Ex-mayor on trial over contracts fraud",
      "The former mayor, who denies fraud, appeared at Leeds Crown Court. He faces 10 years in prison if convicted.",
    );
    expect(spoken).toMatch(/who denies fraud.* He faces 10 years/u);
  });

  test("a denial that is too long is replaced by a few words of our own", () => {
    const long = `Il conteste les faits, ${"dit son avocate dans une longue déclaration à la presse, ".repeat(5)}et fera appel.`;
    expect(script("fr", title, `${accused} ${long}`).spoken).toContain("Les faits sont contestés.");
  });

  test("a listed headline says that the facts are contested", () => {
    const story = articleStory("fr", title, `${accused} ${denied}`);
    expect(printedTitle(story.sources[0]!, story)).toBe(`${title} (faits contestés)`);
    const plea = "Leader asks president for pardon in corruption trial";
    const english = articleStory("en", plea, "The leader, on trial since 2020, denies wrongdoing.");
    expect(printedTitle(english.sources[0]!, english)).toBe(`${plea} (allegations denied)`);
  });

  test("a listed headline names the day, because it is read on another one", () => {
    const story = articleStory("fr", "Le Sénat a voté hier le texte");
    expect(printedTitle(story.sources[0]!, story)).toBe("Le Sénat a voté samedi le texte");
  });

  test("a model's draft without the denial is refused", () => {
    const story = articleStory("fr", title, `${accused} ${denied}`);
    const headline = "Un ancien ministre mis en examen";
    const unfair = "Paul Ferrand, 62 ans, est poursuivi pour viols, dit le parquet de Nantes.";
    expect(checkedScript({ headline, sentences: [unfair] }, story)).toEqual({
      fault: "denial_cut",
    });
    const fair = "Paul Ferrand nie les accusations, selon son avocate.";
    expect(checkedScript({ headline, sentences: [unfair, fair] }, story)).toHaveProperty("script");
  });

  test.each([
    ["fr", "Le maire relaxé", "Poursuivi pour fraude, le maire a été relaxé vendredi à Lille."],
    ["en", "Mayor cleared of fraud", "The mayor was acquitted at Leeds Crown Court on Friday."],
  ] as const)("an acquittal is reported: %s", (language, headline, summary) => {
    expect(script(language, headline, summary).line).toMatch(/relaxé|acquitted/u);
  });
});

describe("an article without an accusation in the digest", () => {
  const cases = [
    [
      "en",
      "Man, 34, dies in crash on A40 near Oxford",
      "A man of 34 died when two cars collided near Oxford on Friday. Police have appealed for witnesses and say there is no evidence of ice on the road.",
    ],
    [
      "en",
      "Body found in River Severn",
      "Divers found the body near Worcester at noon. Police are investigating and have appealed to the public for information. The road was cleared by six.",
    ],
    [
      "en",
      "Storm Ada closes forty schools in Cornwall",
      "Forty schools in Cornwall stay closed until Tuesday. The council plans to appeal for more money. Insurers expect 9,000 claims.",
    ],
    [
      "fr",
      "Accident mortel près de Nantes",
      "Une femme de 41 ans est morte vendredi sur la route de Nantes. Une enquête est ouverte par le parquet, et la gendarmerie fait appel aux témoins.",
    ],
    [
      "fr",
      "L’Assemblée rejette les amendements",
      "Les députés ont examiné 312 amendements vendredi. La gauche rejette les coupes et ira devant le tribunal administratif.",
    ],
    [
      "fr",
      "La ville de Brest gagne son procès contre un promoteur",
      "Le tribunal donne raison à la mairie. Le promoteur conteste le montant de 40 000 euros et fait appel à un nouvel avocat.",
    ],
    [
      "en",
      "Three arrested over arson attack at Coventry mosque",
      "Police have launched an appeal following the blaze. An innocent bystander was hurt.",
    ],
    ["en", "Man charged with murder in Luton", "The man, 25, was denied bail on Thursday."],
    ["en", "Man charged with murder in Luton", "The man, 25, does not deny the charge."],
    [
      "fr",
      "Nantes : un homme mis en examen pour viols",
      "L’homme, 41 ans, n’a pas contesté les faits. « Mon frère était innocent », dit la sœur de la victime.",
    ],
    [
      "fr",
      "Corruption : la ministre présente son plan",
      "Le texte très contesté arrive lundi devant l’Assemblée nationale. L’opposition conteste le calendrier.",
    ],
  ] as const;
  const contested = /(?:are |\()denied|contestés/u;

  test.each(cases)("has no denial of ours, %s: %s", (language, title, summary) => {
    for (const terms of ["headline", "excerpt", "licensed"] as const) {
      const story = articleStory(language, title, summary);
      const sources = story.sources.map((source) => ({ ...source, terms }));
      expect(extractiveScript({ ...story, sources }).spoken).not.toMatch(contested);
      expect(printedTitle(sources[0]!, story)).not.toMatch(contested);
    }
  });

  test("has no denial when only a sentence outside the digest contains an accusation", () => {
    const summary = "A man was arrested on suspicion of fraud. He denies the charge.";
    const story = articleStory("en", "Bank reopens in Leeds", summary);
    const sources = story.sources.map((source) => ({ ...source, terms: "headline" as const }));
    expect(extractiveScript({ ...story, sources })).toMatchObject({ line: "" });
    expect(extractiveScript(story).spoken).toContain("He denies the charge.");
  });

  test("needs no denial in a model's draft", () => {
    const [language, title, summary] = cases[0];
    const headline = "One dead in collision on the A40 near Oxford";
    const sentences = [
      "The man was on the road near Oxford when the two cars collided, and died at 34.",
    ];
    const story = articleStory(language, title, summary);
    expect(checkedScript({ headline, sentences }, story)).toHaveProperty("script");
  });
});

test.each([
  ["fr", "Un maire mis en examen pour fraude", "Le maire conteste les faits.", "Les faits sont"],
  [
    "en",
    "Mayor charged with fraud",
    "The mayor will appeal against his arrest.",
    "The allegations",
  ],
] as const)(
  "a headline alone that accuses has a denial of ours: %s",
  (language, title, summary, denial) => {
    const story = articleStory(language, title, summary);
    const sources = story.sources.map((source) => ({ ...source, terms: "headline" as const }));
    const { line, spoken, brief } = extractiveScript({ ...story, sources });
    expect(line).toContain(denial);
    expect(brief).toBe(spoken);
  },
);

test.each([
  [
    "fr",
    "Le maire de Lille relaxé des accusations de fraude",
    "Il était poursuivi. Il a été relaxé.",
  ],
  ["en", "Mayor cleared of fraud", "The mayor was acquitted at Leeds Crown Court on Friday."],
] as const)(
  "a headline alone that clears has no denial of ours: %s",
  (language, title, summary) => {
    const story = articleStory(language, title, summary);
    const sources = story.sources.map((source) => ({ ...source, terms: "headline" as const }));
    expect(extractiveScript({ ...story, sources })).toMatchObject({ line: "" });
    expect(printedTitle(sources[0]!, story)).toBe(title);
  },
);

test("a list becomes sentences without its numbers", () => {
  const { spoken } = script(
    "fr",
    "Retraites : ce que prévoit le texte",
    "<ol><li>1. L'âge légal passe à 64 ans et 6 mois</li><li>2. Le nombre de trimestres reste à 172</li><li>3. Les carrières longues sont exclues du dispositif</li></ol>",
  );
  expect(spoken).toContain(
    "L’âge légal passe à 64 ans et 6 mois. Le nombre de trimestres reste à 172.".replace(
      "L’âge",
      "l’âge",
    ),
  );
});

test("bullets in one line become sentences", () => {
  const { spoken } = script(
    "en",
    "Airport closed after fire",
    "• Flights suspended until 23:59 GMT • 1,351 flights affected by the fire • No sign of foul play at the substation",
  );
  expect(spoken).not.toContain("•");
  expect(spoken).toContain("1,351 flights affected by the fire. No sign");
});

test.each([
  ["fr", "Budget : l’Assemblée rejette le texte", "Article réservé aux abonnés", /abonnés/u],
  [
    "fr",
    "Guerre en Ukraine : le président s’exprime",
    "Dans la nuit, le président ukrainien a parlé au Parlement. 07 h 55. Bonjour à tous et bienvenue dans ce direct.",
    /07 h|Bonjour|direct/u,
  ],
  [
    "en",
    "Fighting goes on in the east",
    "Two towns fell overnight. Pjotr Sauer and agencies",
    /agencies/u,
  ],
  [
    "en",
    "The economy shrinks by 0.3%",
    "Output fell in every region in October. Our economics editor explains.",
    /Our/u,
  ],
] as const)(
  "leaves out what belongs to the page: %s, %s",
  (language, title, summary, boilerplate) => {
    expect(script(language, title, summary).spoken).not.toMatch(boilerplate);
  },
);

test("names the days instead of yesterday, this morning and tomorrow", () => {
  expect(
    script(
      "fr",
      "Le budget est adopté",
      "Le Parlement a adopté hier soir le texte par 250 voix contre 240. Un décret paru ce matin fixe la date. Demain, M. Macron sera à Ottawa.",
    ).spoken,
  ).toContain(
    "le Parlement a adopté samedi soir le texte par 250 voix contre 240. Un décret paru dimanche matin fixe la date. Lundi, M.\u00A0Macron sera à Ottawa.",
  );
});

test("does not break MeToo and PrEP, and restores the accents of capitals", () => {
  const { spoken } = script(
    "fr",
    "Santé : un bilan",
    "A Paris, l’Etat rembourse la PrEP depuis 2016, et MeToo a changé la loi.",
  );
  expect(spoken).toContain("à Paris, l’État rembourse la PrEP depuis 2016, et MeToo");
});

test("does not shout, and keeps the names that the article shows", () => {
  expect(
    script(
      "fr",
      "LES TARIFS DE PARIS BAISSERONT EN FÉVRIER",
      "Les tarifs de Paris baisseront de 15 % le 1er février, dit la Commission de régulation.",
    ).headline,
  ).toBe("Les tarifs de Paris baisseront en février");
});

test.each([
  [
    "fr",
    "LE PSG BAT L’OM AU VÉLODROME",
    "Le PSG a gagné 2-0 contre l’OM dimanche. Le stade du Vélodrome était plein, dit la LFP.",
    "Le PSG bat l’OM au Vélodrome",
  ],
  [
    "fr",
    "L’IA CHANGE TOUT POUR LA SNCF À LA COP30",
    "La SNCF investit dans l’IA, a-t-elle dit à la COP30. Les trains rouleront à l’heure.",
    "L’IA change tout pour la SNCF à la COP30",
  ],
  [
    "en",
    "NASA DELAYS ARTEMIS II, A TEST FOR PEOPLE WHO FLY",
    "NASA moved the launch of Artemis II to April. A WHO doctor will fly.",
    "NASA delays Artemis II, a test for people who fly",
  ],
] as const)(
  "keeps the acronyms of a shouted headline, %s: %s",
  (language, title, summary, calm) => {
    expect(script(language, title, summary).headline).toBe(calm);
  },
);

test("prints the sentence that tells most, not the first quotation", () => {
  expect(
    script(
      "en",
      "Ferry disaster leaves dozens missing",
      "“It was like the Titanic,” said Maria. At least 70 people are missing after the ferry with 312 aboard capsized off Mindanao on Friday.",
    ).line,
  ).toContain("At least 70 people are missing");
});

test("does not print a line that repeats the headline", () => {
  expect(
    script(
      "en",
      "Twelve towns will trial voting three days early",
      "Polling stations in twelve towns will open three days early in a trial of voting. The pilot costs £4m and runs in May, the Electoral Commission said.",
    ).line,
  ).toContain("£4m");
});

test("does not begin with 'he' when the sentence that names him is left out", () => {
  const { spoken } = script(
    "fr",
    "Nice : le maire agressé en pleine rue",
    "Un jeune homme de 19 ans a giflé l’élu devant la mairie. Il a été placé en garde à vue au commissariat Foch et encourt 7 ans de prison et 100 000 euros d’amende.",
  );
  expect(spoken).toMatch(/jeune homme de 19 ans .* Il a été placé en garde à vue/u);
});

describe("a suicide", () => {
  test("is reported without the method and with the help line, in English", () => {
    const { spoken } = script(
      "en",
      "Inquiry into a death at Leeds prison",
      "The inmate hanged himself with a rope in his closet on Friday. The governor, Ann Smith, announced an inquiry into the suicide. If you are in crisis, call or text 988.",
    );
    expect(spoken).not.toMatch(/hanged|rope/u);
    expect(spoken).toContain("the 988 line answers day and night");
  });

  test("is reported without the method and with the help line, in French", () => {
    const { spoken } = script(
      "fr",
      "Une collégienne de 13 ans se suicide",
      "La collégienne s'est pendue à son domicile avec une corde. Une enquête est ouverte par le parquet de Lille pour harcèlement. Vous pouvez appeler le 3114.",
    );
    expect(spoken).not.toMatch(/pendue|corde/u);
    expect(spoken).toContain("Le 3114, numéro national");
  });

  test("with its method in the headline is not news", () => {
    expect(isNews({ title: "Un détenu se suicide par pendaison à Fleury", url: "" })).toBe(false);
  });
});
