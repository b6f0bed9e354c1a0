import { expect, test } from "vitest";
import { saidNextEdition, spokenWording } from "./spoken-wording.ts";

test.each([
  ["2026-11-22T18:30", "Prochaine édition ce soir à 18\u202Fh\u202F30."],
  ["2026-11-22T12:00", "Prochaine édition cet après-midi à midi."],
  ["2026-11-23T08:00", "Prochaine édition demain à 8\u202Fh."],
  ["2026-11-25T07:05", "Prochaine édition mercredi à 7\u202Fh\u202F05."],
  ["2026-12-01T08:00", "Prochaine édition mardi 1er décembre à 8\u202Fh."],
])("French, next edition at %s", (at, said) => {
  expect(saidNextEdition(at, "2026-11-22", "fr")).toBe(said);
});

test.each([
  ["2026-11-22T18:30", "Your next edition is this evening at 6.30pm."],
  ["2026-11-23T08:00", "Your next edition is tomorrow at 8am."],
  ["2026-11-25T00:00", "Your next edition is on Wednesday at midnight."],
  ["2026-12-01T08:00", "Your next edition is on Tuesday 1 December at 8am."],
])("English, next edition at %s", (at, said) => {
  expect(saidNextEdition(at, "2026-11-22", "en")).toBe(said);
});

test("says length and count", () => {
  expect(spokenWording.fr.length(1, 1)).toBe("Une minute, un sujet.");
  expect(spokenWording.fr.length(10, 21)).toBe("10 minutes, 21 sujets.");
  expect(spokenWording.en.length(4, 9)).toBe("4 minutes, 9 stories.");
});

test("adds no second colon and no conjunction to a headline with a colon", () => {
  expect(spokenWording.fr.firstHeadline("Budget\u00A0: un vote.")).toBe(
    "À la une, Budget\u00A0: un vote.",
  );
  expect(spokenWording.fr.lastHeadline("Budget\u00A0: un vote.")).toBe("Budget\u00A0: un vote.");
  expect(spokenWording.en.firstHeadline("Budget: MPs vote.")).toBe(
    "In the headlines, Budget: MPs vote.",
  );
  expect(spokenWording.en.lastHeadline("MPs vote at 10:30.")).toBe("And MPs vote at 10:30.");
});

test("introduces a part with its chapters", () => {
  expect(spokenWording.fr.part(2, ["sports", "culture", "briefs"])).toBe(
    "Deuxième partie\u00A0: sport, culture et les brèves.",
  );
  expect(spokenWording.en.part(2, ["sports", "culture"])).toBe("Part 2: sport and culture.");
});
