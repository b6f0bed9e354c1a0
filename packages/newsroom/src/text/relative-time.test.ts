import { expect, test } from "vitest";
import { withWeekdays } from "./relative-time.ts";

// a Sunday, half past five in the evening in Paris
const published = new Date("2026-11-22T16:30:00Z");
const morning = new Date("2026-11-22T06:00:00Z");

test.each([
  ["Le Parlement a adopté hier soir le texte.", "Le Parlement a adopté samedi soir le texte."],
  ["Un décret paru ce matin l’autorise.", "Un décret paru dimanche matin l’autorise."],
  ["Demain, M. Macron sera à Ottawa.", "Lundi, M. Macron sera à Ottawa."],
  ["Il vote aujourd’hui.", "Il vote dimanche."],
  ["Avant-hier, il neigeait.", "Vendredi, il neigeait."],
  ["Trois morts cette nuit à Lyon.", "Trois morts dans la nuit de dimanche à lundi à Lyon."],
  ["La France d’aujourd’hui a changé.", "La France d’aujourd’hui a changé."],
  [
    "Les jeunes d’aujourd’hui manifesteront demain.",
    "Les jeunes d’aujourd’hui manifesteront lundi.",
  ],
  ["Il l’a dit à Aujourd’hui en France.", "Il l’a dit à Aujourd’hui en France."],
  ["Aujourd’hui en France l’écrit ce matin.", "Aujourd’hui en France l’écrit dimanche matin."],
  ["Il vit aujourd’hui en France.", "Il vit dimanche en France."],
  [
    "Le taux sera de 1,5 %, contre 1,7 % aujourd’hui.",
    "Le taux sera de 1,5 %, contre 1,7 % aujourd’hui.",
  ],
  [
    "Le texte passe par 30 voix contre 12 aujourd’hui.",
    "Le texte passe par 30 voix contre 12 dimanche.",
  ],
  ["« Aujourd’hui, on manque de juges »", "« Aujourd’hui, on manque de juges »"],
  [`"On paie aujourd'hui", dit-il hier.`, `"On paie aujourd'hui", dit-il samedi.`],
  ["« Non », dit-il aujourd’hui.", "« Non », dit-il dimanche."],
  ["Budget : demain, on vote.", "Budget : lundi, on vote."],
  ["« Demain, je pars », dit-il.", "« Lundi, je pars », dit-il."],
  ["La grève d’hier a été suivie.", "La grève de samedi a été suivie."],
  ["L’accord d'hier soir tient.", "L’accord de samedi soir tient."],
  ["Le vote d’avant-hier est annulé.", "Le vote de vendredi est annulé."],
  ["Il n’a parlé qu’hier matin.", "Il n’a parlé que samedi matin."],
  ["Lorsqu’hier il a cédé, tout a changé.", "Lorsque samedi il a cédé, tout a changé."],
  ["La séance d’après-demain est décisive.", "La séance de mardi est décisive."],
  [
    "L’entreprise compte aujourd’hui 300 salariés.",
    "L’entreprise compte aujourd’hui 300 salariés.",
  ],
  ["Aujourd’hui âgé de 80 ans, il vote demain.", "Aujourd’hui âgé de 80 ans, il vote lundi."],
  ["Le ministre doit aujourd’hui répondre.", "Le ministre doit dimanche répondre."],
  [
    "La pratique reste encore aujourd’hui courante.",
    "La pratique reste encore aujourd’hui courante.",
  ],
  ["L’école de demain se prépare demain.", "L’école de demain se prépare lundi."],
  ["Les métiers industriels de demain.", "Les métiers industriels de demain."],
  ["Le tarif vaut à partir de demain.", "Le tarif vaut à partir de lundi."],
  ["La grève de demain sera suivie.", "La grève de lundi sera suivie."],
  ["Le concert de l’école de demain soir.", "Le concert de l’école de lundi soir."],
  ["Le pont ferme de demain à jeudi.", "Le pont ferme de lundi à jeudi."],
  ["D’hier à aujourd’hui, dix mesures.", "D’hier à aujourd’hui, dix mesures."],
  ["Les ennemis d’hier négocient demain.", "Les ennemis d’hier négocient lundi."],
  ["Les métiers d’hier reviennent.", "Les métiers d’hier reviennent."],
  ["À partir d’aujourd’hui, il ferme.", "À partir de dimanche, il ferme."],
  ["Le tarif à compter d’aujourd’hui.", "Le tarif à compter de dimanche."],
  ["« Le Monde d’hier » de Zweig revient.", "« Le Monde d’hier » de Zweig revient."],
  ["Elle lit « Le Monde d’hier », de Zweig.", "Elle lit « Le Monde d’hier », de Zweig."],
  ["Budget : « La paix demain »", "Budget : « La paix lundi »"],
  ["Il a dit « Je pars demain ».", "Il a dit « Je pars lundi »."],
  ["Le taux est de 1,7 % aujourd’hui.", "Le taux est de 1,7 % aujourd’hui."],
])("names the day in French: %s", (sentence, named) => {
  expect(withWeekdays(sentence, "fr", published, "Europe/Paris")).toBe(named);
});

test.each([
  ["The bill passed last night.", "The bill passed on Saturday night."],
  ["The bill passed late last night.", "The bill passed late on Saturday night."],
  ["He signed it late on Wednesday.", "He signed it late on Wednesday."],
  ["A squall on the last night opened it.", "A squall on the last night opened it."],
  ["Today, MPs vote.", "On Sunday, MPs vote."],
  ["Today’s vote is close.", "Sunday’s vote is close."],
  ["Tomorrow is polling day in Wales.", "Monday is polling day in Wales."],
  ["Tonight’s match is off.", "Sunday night’s match is off."],
  ["It follows this morning’s raid.", "It follows Sunday morning’s raid."],
  ["Ahead of this evening's debate, he left.", "Ahead of Sunday evening’s debate, he left."],
  ["Yesterday afternoon’s storm closed it.", "Saturday afternoon’s storm closed it."],
  ["Last night’s goal won it.", "Saturday night’s goal won it."],
  ["He will join tomorrow night’s talks.", "He will join Monday night’s talks."],
  ["She is This Morning’s new host.", "She is This Morning’s new host."],
  ["He left yesterday afternoon.", "He left on Saturday afternoon."],
  ["Rain is due by tomorrow.", "Rain is due by Monday."],
  ["It has been closed since yesterday.", "It has been closed since Saturday."],
  ["It costs £12, compared with £9 today.", "It costs £12, compared with £9 today."],
  ["Ministers meet 12 of them today.", "Ministers meet 12 of them on Sunday."],
  ["The fee stands at £9 today.", "The fee stands at £9 today."],
  ["In today’s world, it matters.", "In today’s world, it matters."],
  ["Shops are ill suited to today’s high street.", "Shops are ill suited to today’s high street."],
  ["It builds the schools of tomorrow.", "It builds the schools of tomorrow."],
  ["The Britain of today is older.", "The Britain of today is older."],
  ["As of today, it is banned.", "As of Sunday, it is banned."],
  ["The bridge still stands there today.", "The bridge still stands there today."],
  ["Imperial cuisine lives on today", "Imperial cuisine lives on today"],
  ["The old law remains important today.", "The old law remains important today."],
  ["The bridge remains closed today.", "The bridge remains closed on Sunday."],
  ["Today, aged 80, she left yesterday.", "Today, aged 80, she left on Saturday."],
  ["It trains tomorrow’s leaders.", "It trains tomorrow’s leaders."],
  ["Rain lasts for most of tomorrow.", "Rain lasts for most of Monday."],
  ["Tomorrow’s vote is close.", "Monday’s vote is close."],
  ["She told USA Today it was over.", "She told USA Today it was over."],
  [
    "He told BBC Radio 4’s Today programme yesterday.",
    "He told BBC Radio 4’s Today programme on Saturday.",
  ],
  ["She left ITV’s This Morning.", "She left ITV’s This Morning."],
  ["Fallon hosts The Tonight Show.", "Fallon hosts The Tonight Show."],
  ["PM To Face MPs Tomorrow", "PM To Face MPs On Monday"],
  ["She sang “Yesterday once more” there.", "She sang “Yesterday once more” there."],
  ["PM: “We vote today”", "PM: “We vote on Sunday”"],
  ["“I leave tomorrow” says the PM", "“I leave on Monday” says the PM"],
  ["Budget: Today MPs vote", "Budget: On Sunday MPs vote"],
])("names the day in English: %s", (sentence, named) => {
  expect(withWeekdays(sentence, "en", published, "Europe/London")).toBe(named);
});

test("means the night that is over when the article appeared in the morning", () => {
  expect(withWeekdays("Un incendie cette nuit.", "fr", morning, "Europe/Paris")).toBe(
    "Un incendie dans la nuit de samedi à dimanche.",
  );
});

test.each([
  ["2026-03-28T22:30:00Z", "Demain, on vote.", "Dimanche, on vote."],
  ["2026-10-25T22:30:00Z", "Hier, on votait.", "Samedi, on votait."],
])("names the next day across a change of summer time: %s", (at, sentence, named) => {
  expect(withWeekdays(sentence, "fr", new Date(at), "Europe/Paris")).toBe(named);
});

test("uses the day in the zone of the article", () => {
  const late = new Date("2026-11-23T03:00:00Z");
  expect(withWeekdays("It passed today.", "en", late, "America/New_York")).toBe(
    "It passed on Sunday.",
  );
  expect(withWeekdays("It passed today.", "en", late, "Europe/London")).toBe(
    "It passed on Monday.",
  );
});
