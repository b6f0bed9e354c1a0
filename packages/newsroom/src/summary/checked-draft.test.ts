import { describe, expect, test } from "vitest";
import { checkedScript } from "./checked-draft.ts";
import type { Story } from "../news.ts";
import { articleStory } from "../testing/index.ts";
import { storyPrompt } from "./story-prompt.ts";

const publishedAt = new Date("2026-11-21T06:00:00Z");
const summary =
  "Fermé depuis trois ans, le pont de Valserre rouvre à la circulation. Les travaux ont coûté 12 millions d’euros, dit la mairie. Les camions de plus de 3,5 tonnes restent interdits jusqu’en mars.";
const bridge: Story = {
  id: "s",
  language: "fr",
  category: "politics",
  countries: ["fr"],
  sources: [
    {
      itemId: "1",
      outlet: "La Une",
      url: "https://n.example/pont",
      terms: "licensed",
      title: "Le pont de Valserre rouvre après trois ans de travaux",
      summary,
      publishedAt,
    },
  ],
  firstSeenAt: publishedAt,
};
const headline = "À Valserre, le pont est de nouveau ouvert";
const good = "La mairie chiffre le chantier à douze millions d’euros.";
const checked = (sentences: string[], title = headline) => {
  const result = checkedScript({ headline: title, sentences }, bridge);
  return "script" in result ? { ...result.script, dropped: result.dropped } : result;
};

test("credits the outlet of a draft that the source article supports", () => {
  expect(checked([good, "Jusqu’en mars, les poids lourds n’y passent pas."])).toMatchObject({
    headline,
    line: good,
    spoken: `${headline}. Selon La Une, la mairie chiffre le chantier à douze millions d’euros. Jusqu’en mars, les poids lourds n’y passent pas.`,
    method: "model",
    dropped: 0,
  });
});

test.each([
  ["a false number", "Le chantier a duré quatre ans."],
  ["a false name", "Le maire, Jean Martin, a coupé le ruban."],
  ["an invented name at its beginning", "Martin a coupé le ruban devant la foule."],
  ["a false ordinal", "Le pont rouvre pour la deuxième fois depuis trois ans."],
  ["a false share", "Les travaux ont coûté 12 % de plus que prévu."],
  ["a false magnitude", "Les travaux ont coûté 12 milliards d’euros."],
  ["an invented fraction", "La moitié des camions restent interdits."],
  ["a negation that the article does not have", "Le pont de Valserre ne rouvre pas avant mars."],
  ["a name in lower case", "macron a coupé le ruban devant la foule."],
  ["a link", "Plus de détails sont sur valserre.example pour les curieux."],
  ["markup", "Le **pont** est de nouveau ouvert à la circulation."],
  ["hidden characters", "Le pont est ou\u202Evert à la circulation."],
  ["a fragment", "Le pont, de nouveau ouvert à la circulation"],
  ["too many characters", `Le pont ${"de la ville ".repeat(30)}est ouvert.`],
  [
    "the article's own words",
    "Les travaux ont coûté 12 millions d’euros, dit la mairie. Les camions de plus de 3,5 tonnes restent interdits jusqu’en mars.".replace(
      ". Les",
      " et les",
    ),
  ],
])("drops a sentence with %s and keeps the rest", (_name, sentence) => {
  expect(checked([sentence, good])).toMatchObject({ line: good, dropped: 1 });
});

test.each(["\u00A0", "\u202F", "\u2009"])("keeps the spaces of French typography: %j", (space) => {
  const tonnes = `Avec plus de 3,5${space}tonnes, les camions n’y passent pas${space}: ils attendront mars.`;
  const title = `À Valserre, le pont rouvre${space}: trois ans de chantier`;
  const script = checked([tonnes, good], title);
  expect(script).toMatchObject({ dropped: 0 });
  expect(script).toHaveProperty(
    "headline",
    "À Valserre, le pont rouvre\u00A0: trois ans de chantier",
  );
  expect(script).toHaveProperty("line", expect.stringContaining("n’y passent pas\u00A0: ils"));
});

test("tells nothing twice", () => {
  const [again, more] = [`${headline}.`, "Jusqu’en mars, les poids lourds n’y passent pas."];
  const { spoken } = checked([again, good, more]) as { spoken: string };
  expect(checked([again, good, good, more, again])).toMatchObject({ spoken, dropped: 3 });
  expect(spoken.split(headline)).toHaveLength(2);
});

test("tells one sentence of its own about an article that may only be excerpted", () => {
  const sources = bridge.sources.map((source) => ({ ...source, terms: "excerpt" as const }));
  const sentences = [good, "Jusqu’en mars, les poids lourds n’y passent pas."];
  const result = checkedScript({ headline, sentences }, { ...bridge, sources });
  expect(result).toMatchObject({
    script: {
      line: good,
      spoken: `${headline}. Selon La Une, la mairie chiffre le chantier à douze millions d’euros.`,
    },
  });
});

test("replaces a refused headline by the outlet's", () => {
  expect(checked([good], "Le pont de Lyon rouvre enfin au public")).toMatchObject({
    headline: "Le pont de Valserre rouvre après trois ans de travaux",
    dropped: 1,
  });
});

test("never tells as a fact what an accused person denies", () => {
  const accused = articleStory(
    "fr",
    "Le maire de Nantes mis en examen",
    "Paul Ferrand, le maire de Nantes, a été mis en examen jeudi pour détournement de fonds publics. Il conteste les faits.",
  );
  const guilt = "Paul Ferrand a détourné des fonds publics à Nantes.";
  const charge = "Paul Ferrand est mis en examen pour détournement de fonds publics.";
  const title = "Le maire de Nantes a volé des fonds publics";
  const draft = (...sentences: string[]) => checkedScript({ headline: title, sentences }, accused);
  expect(draft(guilt, charge, "Il conteste les faits.")).toMatchObject({
    script: {
      headline: "Le maire de Nantes mis en examen",
      line: `${charge} Il conteste les faits.`,
    },
    dropped: 2,
  });
  expect(draft(charge)).toEqual({ fault: "denial_cut" });
});

test("keeps a short sentence that has few of the words by which a language is known", () => {
  const storm = articleStory(
    "en",
    "Storm Ada hits Wales",
    "Three people died as Storm Ada hit Wales on Friday. About 40,000 homes lost power.",
  );
  const result = checkedScript(
    {
      headline: "Storm Ada brings deaths and blackouts",
      sentences: ["Scotland was hit on Friday as well.", "Around 40,000 homes were without power."],
    },
    storm,
  );
  expect(result).toMatchObject({ script: { line: "Around 40,000 homes were without power." } });
});

test("refuses a draft in another language, or with too few sentences left", () => {
  const english = "The bridge of Valserre is open to traffic after the works.";
  expect(checked([english], "The bridge is open again")).toEqual({ fault: "wrong_language" });
  expect(checked([])).toEqual({ fault: "too_little" });
  expect(checked(["Le chantier a duré quatre ans."])).toEqual({ fault: "too_little" });
});

describe("a story of two outlets", () => {
  const [une] = bridge.sources;
  const other = {
    itemId: "2",
    outlet: "La Deux",
    url: "https://deux.example/pont",
    terms: "licensed" as const,
    title: "Le pont de Corvigny rouvre après cinq ans de travaux",
    summary: "Le pont de Corvigny rouvre, dit la maire, Anne Petit. Il a coûté 9 millions d’euros.",
    publishedAt,
  };
  const twice: Story = { ...bridge, sources: [other, une!] };
  const draft = (sentences: string[], title = headline) => {
    const result = checkedScript({ headline: title, sentences }, twice);
    return "script" in result ? { ...result.script, dropped: result.dropped } : result;
  };

  test("shows the model only the source article", () => {
    const { articles } = storyPrompt(twice);
    expect(articles).toContain("Valserre");
    expect(articles).not.toMatch(/Corvigny|La Deux|Petit/u);
  });

  test.each([
    ["a name", "La maire, Anne Petit, a coupé le ruban."],
    ["a number", "La mairie chiffre le chantier à neuf millions d’euros."],
    ["a duration", "Le chantier a duré cinq ans."],
  ])("drops %s that only the other article has", (_name, sentence) => {
    expect(draft([sentence, good])).toMatchObject({ line: good, dropped: 1, itemId: "1" });
  });

  test("replaces a headline of the other article by that of the source article, and credits no outlet aloud", () => {
    expect(draft([good], "Le pont de Corvigny rouvre au public")).toMatchObject({
      headline: une!.title,
      spoken: `${une!.title}. La mairie chiffre le chantier à douze millions d’euros.`,
    });
  });
});
