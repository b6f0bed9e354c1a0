import type { CategorySlug } from "@matinale/contracts";
import { folded } from "@matinale/newsroom/text";

/** Names of outlets' sections in both languages, without accents. The first match decides. */
const sections: readonly [CategorySlug, RegExp][] = [
  [
    "sports",
    /^(?:sports?|football|foot|soccer|rugby|tennis|basket(?:ball)?|athletisme|athletics|cyclisme|cycling|cricket|golf|nba|nfl|nhl|hockey|formule-1|formula-1|olympi\w*|jeux-olympiques)$/u,
  ],
  [
    "economy",
    /^(?:econom\w*|eco|business|affaires|finances?|entreprises?|companies|markets?|marches|bourse|money|argent|emploi|immobilier|consommation|industr\w*|agriculture)$/u,
  ],
  [
    "technology",
    /^(?:tech\w*|high-tech|hightech|numerique|digital|science|sciences|sci-tech|internet|informatique|innovations?|intelligence-artificielle|artificial-intelligence|ai|ia|espace|space)$/u,
  ],
  [
    "culture",
    /^(?:cultur\w*|arts?|arts-et-spectacles|cinema|films?|movies?|music|musique|livres?|books?|litterature|theatre|series|tv|television|entertainment|people|loisirs|festivals?)$/u,
  ],
  [
    "international",
    /^(?:international\w*|monde|world|etranger|afrique|africa|europe|asie|asia|ameriques?|americas|moyen-orient|middle-east|diplomatie|diplomacy)$/u,
  ],
  ["politics", /^(?:politi\w*|elections?|gouvernement|government|parlement|parliament|national)$/u],
];

const named = (text: string): string =>
  folded(text)
    .trim()
    .replace(/[\s_/]+/gu, "-");

/** The category of an article by the labels of its entry, then the folders of its address; null when none is known. */
export function sectionOf(labels: readonly string[], address: string): CategorySlug | null {
  const folders = (URL.parse(address)?.pathname ?? "").split("/").slice(1, -1).slice(0, 4);
  for (const name of [...labels, ...folders].map(named)) {
    const found = sections.find(([, pattern]) => pattern.test(name));
    if (found !== undefined) return found[0];
  }
  return null;
}
