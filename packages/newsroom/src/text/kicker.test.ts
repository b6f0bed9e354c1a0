import { expect, test } from "vitest";
import { isLivePage, withoutDateline, withoutKicker } from "./kicker.ts";

test.each([
  ["DIRECT. Budget : l’Assemblée rejette le texte", "Budget : l’Assemblée rejette le texte"],
  ["🔴 EN DIRECT - Séisme au Japon : dix blessés", "Séisme au Japon : dix blessés"],
  ["VIDÉO. La maire de Rennes répond", "La maire de Rennes répond"],
  ["INFO LE FIGARO - L’accord sera signé lundi", "L’accord sera signé lundi"],
  ["INFO LE MÉRIDIEN. RATP : la grève est levée", "RATP : la grève est levée"],
  ["RECIT LE MÉRIDIEN. La nuit du budget", "La nuit du budget"],
  ["Entrevue | La ministre défend son budget", "La ministre défend son budget"],
  ["Côte d'Ivoire-AIP/ Le préfet lance la campagne", "Le préfet lance la campagne"],
  ["Côte d’Ivoire-AIP/Inter/ Le Ghana ouvre sa frontière", "Le Ghana ouvre sa frontière"],
  ["[MàJ] Accident sur l’A7 : deux morts", "Accident sur l’A7 : deux morts"],
  ["[Vidéo] Dans les coulisses d’une usine", "Dans les coulisses d’une usine"],
  ["[Article offert] La mairie négocie avec les crèches", "La mairie négocie avec les crèches"],
  ["La mairie négocie avec les crèches (abonnés)", "La mairie négocie avec les crèches"],
  ["🔴 [DIRECT] Les tracteurs bloquent l’A6", "Les tracteurs bloquent l’A6"],
  ["UPDATE 2-Ferry fire off Denmark kills 4", "Ferry fire off Denmark kills 4"],
  ["CORRECTED-UPDATE 1-Maersk profit falls", "Maersk profit falls"],
  ["Un gouvernement de trente ministres (2/3)", "Un gouvernement de trente ministres"],
  ["Le pont de Valserre rouvre (vidéo)", "Le pont de Valserre rouvre"],
  ["France-Italie en direct : les Bleus mènent", "France-Italie : les Bleus mènent"],
  ["Grève des ferries, en direct : le trafic reprend", "Grève des ferries : le trafic reprend"],
  ["Minister resigns over flat | Politics News", "Minister resigns over flat"],
  ["Band splits after 40 years | Ents & Arts News", "Band splits after 40 years"],
  ["Watch: Moment the bridge opens", "Moment the bridge opens"],
  ["EXCLUSIVE | Ministers met in secret", "Ministers met in secret"],
  [
    "Budget 2026 live: Reeves to raise taxes – as it happened",
    "Budget 2026: Reeves to raise taxes",
  ],
  ["Budget latest: Markets react to the leak", "Budget: Markets react to the leak"],
  ["Storm hits the coast - in pictures", "Storm hits the coast"],
  ["Direct flights to Tokyo resume", "Direct flights to Tokyo resume"],
  ["EN DIRECT, guerre en Ukraine : Kiev frappée", "Guerre en Ukraine : Kiev frappée"],
  ["🔴 Panne mondiale chez un hébergeur", "Panne mondiale chez un hébergeur"],
  ["EMBARGOED until 0001 GMT 28/11: Measles cases up 8%", "Measles cases up 8%"],
  ["Sous embargo jusqu’à 6 heures : les cas de rougeole montent", "Les cas de rougeole montent"],
  ["Embargo on oil: Hungary blocks the deal", "Embargo on oil: Hungary blocks the deal"],
  ["Live music returns to Leeds", "Live music returns to Leeds"],
  ["Analyse de sang : un test nouveau", "Analyse de sang : un test nouveau"],
  ["Les départements en alerte, la carte", "Les départements en alerte"],
  ["Le Sénat vote le texte (résumé)", "Le Sénat vote le texte"],
  ["Leeds beat Arsenal – match report", "Leeds beat Arsenal"],
  ["Vidéo", "Vidéo"],
  ["iPhone : les ventes reculent", "iPhone : les ventes reculent"],
  ["Watch: xAI opens its new centre", "xAI opens its new centre"],
  ["Vidéo : l’Élysée répond au Sénat", "L’Élysée répond au Sénat"],
])("removes labels from the headline «%s»", (title, headline) => {
  expect(withoutKicker(title)).toBe(headline);
});

test.each([
  ["TOKYO, Nov 21 (Reuters) - Japan's Nikkei fell 2.4%.", "Japan's Nikkei fell 2.4%."],
  ["BRASILIA, Brazil (AP) — Police arrested the man.", "Police arrested the man."],
  ["Paris (AFP) – Le Sénat a voté le texte.", "Le Sénat a voté le texte."],
  ["NEW DELHI: The court heard the case today.", "The court heard the case today."],
  ["INFO LE FIGARO - L’accord prévoit un départ.", "L’accord prévoit un départ."],
  ["PORTRAIT. Élu hier, il succède à Gérard Larcher.", "Élu hier, il succède à Gérard Larcher."],
  ["La SNCF – et elle seule – décide du tarif.", "La SNCF – et elle seule – décide du tarif."],
  ["AKRON, Ohio -- Two bridges closed on Friday.", "Two bridges closed on Friday."],
  ["CAPE CANAVERAL, Fla. – NASA on Friday flew again.", "NASA on Friday flew again."],
  ["(Montréal) Un piéton est mort lundi.", "Un piéton est mort lundi."],
  ["(Zonebourse.com) – L’action recule de 4 %.", "L’action recule de 4 %."],
  ["(Paris) « C’est voté », dit le maire.", "« C’est voté », dit le maire."],
  ["(Re)découvrez les plages de Bretagne.", "(Re)découvrez les plages de Bretagne."],
  [
    "(Adds quotes, details) By Ada Quill COPENHAGEN, Nov 27 (Reuters) - Four people died on a ferry.",
    "Four people died on a ferry.",
  ],
  ["(Corrects figure to $2.7 bln) Maersk cut its guidance.", "Maersk cut its guidance."],
  ["Bruxelles (awp/afp) - La croissance s’établit à 1,4%.", "La croissance s’établit à 1,4%."],
  [
    "Le maire de Nice (LR) – et lui seul – décide.",
    "Le maire de Nice (LR) – et lui seul – décide.",
  ],
  ["(AFP) - Le Sénat a voté le texte.", "Le Sénat a voté le texte."],
  [
    "GAZA (Territoires palestiniens), 27 nov 2026 (AFP) - Une frappe a tué trois hommes.",
    "Une frappe a tué trois hommes.",
  ],
  [
    "BRUXELLES/NEW DELHI (Agefi-Dow Jones)--L’Union et l’Inde ont conclu.",
    "L’Union et l’Inde ont conclu.",
  ],
  [
    "[Article mis à jour à 18 h 12] L’armée libanaise a saisi des armes.",
    "L’armée libanaise a saisi des armes.",
  ],
  ["[Updated at 5pm] The army seized the weapons.", "The army seized the weapons."],
  [
    "[The bill] was passed by the Senate on Friday.",
    "[The bill] was passed by the Senate on Friday.",
  ],
  ["LE POINT POLITIQUE - Selon une enquête, il gagne.", "Selon une enquête, il gagne."],
  [
    "UE : Les ministres se sont réunis à Luxembourg.",
    "UE : Les ministres se sont réunis à Luxembourg.",
  ],
  ["NATO is to meet on Tuesday in Brussels.", "NATO is to meet on Tuesday in Brussels."],
])("removes the dateline from the report «%s»", (text, report) => {
  expect(withoutDateline(text)).toBe(report);
});

test.each([
  "EN DIRECT, grève des ferries : le trafic reprend",
  "🔴 EN DIRECT - Vannes : le musée rouvre",
  "Finale de la Coupe en direct : Lorient mène",
  "Ferry strike live: talks resume",
  "Storm Ada live updates as bridges close",
  "Budget vote – politics live",
])("sees a live page: %s", (title) => {
  expect(isLivePage(title)).toBe(true);
});

test.each([
  "Live music returns to Leeds",
  "Live-action film of the comic announced",
  "Direct flights to Tokyo resume",
  "The ten best towns to live",
  "Le concert est diffusé en direct à la radio",
])("sees no live page: %s", (title) => {
  expect(isLivePage(title)).toBe(false);
});
