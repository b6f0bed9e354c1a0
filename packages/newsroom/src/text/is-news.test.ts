import { expect, test } from "vitest";
import { isBoilerplate, isListing, isNews } from "./is-news.ts";

test.each([
  "Bon plan : ce PC à 500 €",
  "Horoscope du jour",
  "Wordle today: hints",
  "Quiz: are you fit?",
  "The 42 best early Black Friday deals we found",
  "Opinion | The Budget Is a Disaster for Young People",
  "TRIBUNE. Il faut sauver l’hôpital",
  "The Guardian view on the budget: timid and too late",
  "Letters: the closure of our library",
  "L’édito de Paul : un pays à l’arrêt",
  "« Sans filtre » : la chronique de Thomas",
  "Point de vue. L’Europe à la croisée des chemins",
  "Did the PM really say that?",
  "Ce vaccin change tout (et vous ne le savez pas encore)",
  "RTL INFOS",
  "Home – Latest stories – The Daily Example",
  "Best of the week",
  "Les plus belles photos de la semaine",
  "L’essentiel de l’actu de ce dimanche matin",
  "Wales v South Africa: Kick-off time, TV channel, team news",
  "Ukraine war briefing: what happened on day 1,300",
  "Five things we learned from the final",
  "PODCAST. Pourquoi l’inflation revient",
  "Un détenu s’est pendu dans sa cellule à Fleury",
  "Loto : les résultats du tirage",
  "L’horoscope du mardi 24 novembre",
  "Gemini Daily Horoscope – November 24",
  "Mega Millions winning numbers for Friday",
  "Scotland weather forecast - Tuesday 24 November",
  "L’agenda de la semaine à Quimper",
  "Saint-Brieuc. Nos idées de sortie du week-end",
  "Les sorties cinéma de mercredi",
  "Soldes 2027 : -40 % sur les baskets",
  "The best vacuum deals at Amazon",
  "Calvados. L’essentiel de l’actu : incendie et foot",
  "Harbour Town evening headlines as winger returns",
  "Harbour Town set to sell keeper – gossip",
  "Harbour Street spoilers: a secret comes out",
  "How to get rid of moss",
  "Ten Ways You Can Save on Bills This Winter",
  "Why Your Money Is Gone by the Week",
  "Martin Lewis: Your energy bill will rise in April",
  "Your NHS questions answered by our panel",
  "Your party guide for New Year",
  "Deal of the day: a kettle for £12",
  "Black Friday: deals on headphones and laptops",
  "Nice-Lens : la composition officielle des Aiglons",
  "View on housing: promises are not homes",
  "Quick crossword No 4,512",
  "A triumphant Hamlet – review",
  "Wicked review – a dazzling spectacle",
  "Ada Quill live review | the pop star dazzles Leeds",
  "Review: a tender road movie about two sisters",
  "Northern Lights [Film review]",
  "The Ferryman | Theatre review",
  "Sunday at the Opera ★★★★☆",
  "Critique : un thriller qui manque de souffle",
  "Critique ciné – « Les Îles », un film lumineux",
  "« Les Îles », la critique",
  "Notre critique de « Nuit blanche »",
  "Critique de la série « Le Phare » : une réussite",
  "Le billet d’humeur du lundi",
  "Le billet de Sophia Aram : merci pour tout",
  "Budget : le billet de Jean-Luc Morel",
  "Transports : le billet d’humeur de la rédaction",
  "DIRECT. Budget : suivez le débat",
  "Équipe de France : notez les joueurs après France-Ukraine",
  "Impôts : évitez ces erreurs",
  "Évitez ces erreurs dans la déclaration",
])("is no news: %s", (title) => {
  expect(isNews({ title, url: "" })).toBe(false);
});

test.each([
  "Soldats français au Mali",
  "Les commerçants inquiets avant le Black Friday",
  "Dealers arrested in Leeds",
  "La promotion du Havre fêtée",
  "Un ministre mis en examen pour corruption",
  "« Vous avez gagné », lance le président aux grévistes",
  "L’opinion publique bascule en faveur du texte",
  "Letters from the front sold for £40,000",
  "Direct flights to Tokyo resume",
  "Prison : le nombre de suicides augmente",
  "Idées reçues sur le climat : le Giec répond",
  "Le pronostic vital du skieur n’est plus engagé",
  "EuroMillions : un Belge remporte 120 millions d’euros",
  "Lottery winner gives £5m to hospice",
  "Astrologue et auteur d’horoscopes condamné pour escroquerie",
  "Met Office apologises for wrong weather forecast",
  "Des enfants blessés dans un vide-grenier à Metz",
  "Soldes d’été : les commerçants déçus par les ventes",
  "TV channel loses licence over war coverage",
  "PM hails best trade deal in decades",
  "Deal on Gaza hostages reached, Qatar says",
  "Deal on US-EU tariffs reached",
  "Deals on migration signed with three countries",
  "Remaniement : la composition officielle du nouveau gouvernement",
  "Suicide bomber with explosive belt kills 12",
  "Suicide truck bomb kills nine, a belt of towns cut off",
  "Attentat-suicide à Kaboul : l’assaillant portait une ceinture explosive",
  "Une attaque-suicide fait dix morts, une ceinture explosive retrouvée",
  "Fed shifts its view on inflation",
  "Call Me By Your Name director dies at 70",
  "Call Me By Your Name star dies",
  "I Know What You Did Last Summer actor arrested in Leeds",
  "Your Party elects Zarah Sultana",
  "Corbyn says Your Party will stand in May",
  "Review of prisons finds cells unfit",
  "Judicial review – court rules airport plan unlawful",
  "Safeguarding review – council failed boy",
  "Police watchdog review – officer cleared",
  "Spending review – chancellor cuts transport budget",
  "Asylum hotels under review – minister",
  "Cass review – ministers accept all findings",
  "Critiqué par la gauche, le ministre se défend",
  "Critiques sur le budget : Matignon répond",
  "La critique de la réforme gagne la majorité",
  "Mort de Paul Vidal, critique littéraire",
  "Hôpital de Brest : une situation critique",
  "SNCF : le billet unique entre en vigueur",
  "Le billet de 500 euros disparaît",
  "Le billet d’avion augmente",
  "Le billet de train Paris-Lyon à moins de 50 euros",
  "Sanchez en tête des sondages à Madrid",
  "Suez : un cargo bloque le canal près de Port-Saïd",
  "Ukraine : rendez-vous lundi à Genève, assez tard",
  "« Arrêtez le massacre », lance le pape",
])("is news: %s", (title) => {
  expect(isNews({ title, url: "" })).toBe(true);
});

test.each([
  [{ title: "A country on its knees", url: "https://n.example/opinion/2026/a" }],
  [{ title: "A country on its knees", url: "https://n.example/commentisfree/2026/nov/26/a" }],
  [{ title: "Two sisters on the road", url: "https://n.example/film/reviews/two-sisters" }],
  [{ title: "Un voyage lumineux", url: "https://n.example/cinema/critiques/les-iles" }],
  [{ title: "Un hiver au chaud", url: "https://n.example/publi-reportage/hiver" }],
  [{ title: "Le pays attend", url: "https://n.example/idees/le-pays" }],
  [{ title: "Le pays attend", sections: ["Politique", "Éditos"] }],
  [{ title: "Why prices rise", summary: "Sarah and Anthony discuss. Producer: Purvee Pattni." }],
  [{ title: "Les prix remontent", summary: "Dans cet épisode, retour sur une crise." }],
  [{ title: "Les prix remontent", summary: "Retour sur une crise. Produit par Cyrielle Bedu." }],
  [{ title: "The match of the day", summary: "This live blog is now closed." }],
])("tells by folder, section and summary that %j is no news", (article) => {
  expect(isNews({ url: "", ...article })).toBe(false);
});

test.each([
  { title: "Le budget est adopté", summary: "Le texte présenté par le gouvernement passe." },
  {
    title: "Budget : ce que prévoit le texte",
    summary: "Le projet de budget présenté par Sébastien Lecornu prévoit 30 milliards d’économies.",
  },
  { title: "La confiance recule", summary: "C’est ce que dit un sondage réalisé par Ipsos." },
  {
    title: "Justice : le texte adopté",
    summary: "Présenté par Gérald Darmanin, le projet de loi a été adopté. Il entre en vigueur.",
  },
  { title: "Inflation slows in October", summary: "Producer prices rose by 0.2 per cent." },
])("takes for news an article whose summary names no maker of a programme: %j", (article) => {
  expect(isNews({ url: "", ...article })).toBe(true);
});

test.each([
  "https://n.example/public-health/2026/measles-cases-rise",
  "https://n.example/public/budget-adopte",
  "https://n.example/blog/2026/11/26/le-pont-rouvre",
  "https://n.example/law/judicial-review/airport",
  "https://n.example/societe/debats-a-l-assemblee",
])("takes for news an article in a folder of reports: %s", (url) => {
  expect(isNews({ title: "Le pont rouvre", url })).toBe(true);
});

test.each([
  "Weather in Bristol: what to expect on Monday",
  "Leeds weather: the forecast for today",
])("takes the weather of a town for a listing: %s", (title) => {
  expect(isListing(title)).toBe(true);
});

test.each([
  "Article réservé aux abonnés.",
  "This live blog is now closed.",
  "07 h 55.",
  "ÉVÉNEMENT.",
  "Bonjour à tous et bienvenue dans ce direct.",
  "Produit par Cyrielle Bedu.",
  "Réalisé par Thomas Zeng et son équipe.",
  "Sarah, Justin and Anthony discuss.",
  "Producer: Purvee Pattni. Sound by Gareth Jones.",
  "Pjotr Sauer and agencies.",
  "Our economics editor explains the numbers.",
  "Ce qu’il faut retenir à 7 heures 30.",
])("leaves out the boilerplate of a page: %s", (sentence) => {
  expect(isBoilerplate(sentence)).toBe(true);
});

test.each([
  "Le parquet a ouvert une enquête vendredi.",
  "The prime minister met union leaders on Friday.",
  "Le texte présenté par le gouvernement a été adopté dans la nuit.",
  "Le projet de budget présenté par Sébastien Lecornu prévoit une hausse.",
  "Producer prices rose by 0.2 per cent in October.",
  "Un sondage réalisé par Ipsos donne la gauche en tête.",
  "Le projet de loi présenté par Gérald Darmanin a été adopté.",
  "Le vaccin produit par Sanofi arrive en mars.",
])("keeps a sentence of a report: %s", (sentence) => {
  expect(isBoilerplate(sentence)).toBe(false);
});
