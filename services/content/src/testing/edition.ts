import type { startStandIn } from "./stand-in.ts";

const printed = (title: string, summary: string) => ({
  title,
  summary,
  url: `https://n.example/${title.length}-${summary.length}`,
});
const politics = [
  printed(
    "Le Sénat examine la réforme des cantines",
    "Les sénateurs débattent jusqu’à jeudi de repas à un euro pour les élèves boursiers.",
  ),
  printed(
    "Deux régions fusionnent leurs trains",
    "Bretagne et Normandie mettront en commun soixante rames dès septembre, à tarif unique.",
  ),
  printed(
    "Un référendum local sur l’éolien en mer",
    "Douze communes du littoral voteront le 6 décembre au sujet du parc au large de Penmarc’h.",
  ),
];
const sports = [
  printed(
    "Nantes gagne au bout de la nuit",
    "Un penalty à la 96e minute offre la victoire aux Canaris face à Lens.",
  ),
  printed(
    "La skieuse Aubert remporte le slalom de Levi",
    "Partie avec le dossard 31, la Savoyarde signe son premier succès en Coupe du monde.",
  ),
  printed(
    "Tennis : Rinderknech qualifié pour Melbourne",
    "Le Français s’est imposé en trois sets contre l’Argentin Etcheverry à Athènes.",
  ),
];

const event = {
  title: "Le pont de Valserre rouvre après trois ans de travaux",
  summary:
    "Fermé depuis trois ans, le pont de Valserre rouvre à la circulation. Les travaux ont coûté 12 millions d’euros.",
};
const again = {
  title: "Valserre : le pont rouvert à la circulation",
  summary:
    "Le pont de Valserre, fermé trois ans, est rouvert. Coût des travaux : 12 millions d’euros, dit la mairie.",
};

/** Number of stories in the feeds below. */
export const storiesPrinted = 7;

/** Fills the feeds of two outlets and two categories; both outlets report one event. */
export function printEdition(standIn: Awaited<ReturnType<typeof startStandIn>>): void {
  const french = { language: "fr", country: "fr" } as const;
  standIn.print({ id: "une", outlet: "La Une", category: "politics", ...french }, [
    { ...event, url: "https://n.example/pont?utm_source=rss" },
    ...politics,
  ]);
  standIn.print({ id: "deux", outlet: "La Deux", category: "politics", ...french }, [
    { ...again, url: "https://deux.example/pont" },
  ]);
  standIn.print({ id: "sport", outlet: "La Une", category: "sports", ...french }, sports);
}
