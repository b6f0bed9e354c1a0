import { plainlyFolded } from "../text/words.ts";

/** Phases of a kind of affair that follow each other; an event belongs to one of them. */
type Course = {
  /** The subject that the text must have for these words to mean a phase. */
  about?: RegExp;
  phases: Record<string, RegExp>;
};

const market =
  /(?<!\p{L})(?:bourses?|cac 40|wall street|dow jones|nasdaq|nikkei|ftse|dax|hang seng|s&p|stoxx|stocks?|shares|stock market)(?!\p{L})/u;
const words = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${pattern})(?!\p{L})`, "u");

const competition = words(
  "finals?|finales?|demi-finales?|semi-?finals?|quarts?|quarter-?finals?|match(?:es)?|cup|coupe|league|ligue|world|mondial\\p{L}*|euro|games|jeux|olymp\\p{L}*|tournoi|tournament|champion\\p{L}*|gold|silver|bronze|en or|medal\\p{L}*|medaill\\p{L}*|title|titre|qualif\\p{L}*|relay|relais|singles|doubles|tennis|foot\\p{L}*|rugby|hand\\p{L}*|basket\\p{L}*|volley\\p{L}*|hockey|judo|cycl\\p{L}*|natation|swim\\p{L}*|rowing|aviron|escrime|fencing|ski|team|equipe",
);
/** Up to six words between two words of a phase. */
const some = String.raw`(?:[\p{L}\d'-]+ ){0,6}`;

/** Phases of a competition. */
const ofCompetitions: readonly Course["phases"][] = [
  {
    women: words(
      "wom[ae]n(?:'s)?|girls'?|ladies|femmes|filles|dames|feminin\\p{L}*|bleues|joueuses|championnes|\\p{L}{3,}(?:aises|caines|e?iennes)",
    ),
    men: words(
      "men(?:'s)?|boys'?|hommes|garcons|messieurs|masculin\\p{L}*|bleus|les \\p{L}{3,}(?:ais|cains|e?iens)",
    ),
    mixed: words("mixed|mixtes?"),
  },
  {
    single: words("singles|simple (?:dames|messieurs|feminin|masculin)|en simple"),
    double: words("doubles|double (?:dames|messieurs|mixte|feminin|masculin)|en double"),
    team: words("par equipes?|team (?:event|final|gold|title)|relay|relais"),
  },
  {
    gold: words("gold|en or|[dl]'or|championn?e?s? olympiques?"),
    silver: words("silver|en argent|[dl]'argent"),
    bronze: words("bronze"),
  },
  {
    before: words(
      `set (?:for|to face)|to face|ready for|prepares? (?:for|to)|ahead of|(?:through|qualif\\p{L}*|reach\\p{L}*) ${some}finale?s?`,
    ),
    after: words(
      `sacree?s?|crowned|en or|championn?e?s? (?:olympiques?|du monde|d'europe)|medaillee?s?|(?:beats?|wins?|won|takes?|claims?) ${some}(?:gold|title|final)`,
    ),
  },
];
/** Phases of a session of a market. */
const ofMarkets: readonly Course["phases"][] = [
  {
    open: words(
      "ouvre(?:nt)?|ouvrent|ouvert|ouverture|premiers echanges|debut de seance|opens?|opened|opening|early trad(?:e|ing)|at the open",
    ),
    middle: words("mi-seance|mi-journee|midday|mid-session"),
    close: words(
      "cloture\\p{L}*|termine(?:nt)?|fini(?:t|ssent)?|fin de seance|acheve(?:nt)?|closes?|closed|closing|ends?|ended|finish(?:es|ed)?|end of (?:the )?(?:session|day)|at the close",
    ),
  },
  {
    rise: words(
      "hausses?|progressent?|bondit|bondissent|grimpent?|gagnent?|gagnait|rebond\\p{L}*|rises?|rose|gains?|gained|higher|climbs?|climbed|jumps?|jumped|rall(?:y|ies|ied)",
    ),
    fall: words(
      "baisses?|reculs?|reculent?|chut(?:e|ent)|perd|perdent|perdait|repli\\p{L}*|falls?|fell|lower|drops?|dropped|slides?|slid|slumps?|slumped|tumbles?|tumbled|retreats?",
    ),
  },
];
/** Phases that the words alone show. */
const ofAny: readonly Course["phases"][] = [
  {
    first: words("(?:match )?aller|a l'aller|first[ -]leg|premier tour|1er tour|first round"),
    second: words(
      "match retour|au retour|second[ -]leg|return leg|second tour|deuxieme tour|2e tour|second round|run-?off",
    ),
  },
  {
    qualifying: words("pole position|en pole|qualifications|qualifying|on pole|takes pole"),
    race: words(
      "(?:remport\\p{L}*|gagn\\p{L}*|vainqueur|victoire|s'impose|win|wins|won|victory|winner) (?:\\p{L}+ ){0,4}(?:grand prix|gp|course|race)",
    ),
  },
  {
    investigation: words(
      "arrete(?:e|s|es)?|arrestations?|interpel\\p{L}*|gardes? a vue|mise?s? en examen|inculpe\\p{L}*|ecroue\\p{L}*|arrest(?:s|ed)?|detained|held on suspicion|charged|indicted",
    ),
    hearing: words(
      "proces (?:\\p{L}+ ){0,6}s'ouvre|ouverture du proces|debut du proces|a la barre|comparai\\p{L}*|trial (?:\\p{L}+ ){0,6}(?:opens|begins|starts|opened|began|started)|goes on trial|on trial|stands trial",
    ),
    requisition: words(
      "requis(?:es|e)?|requiert|requisitions?|requisitoire|(?:accusation|parquet|procureur) (?:demande|reclame)|prosecutors? (?:seeks?|demands?|asks?|calls?|want)",
    ),
    verdict: words(
      "condamn\\p{L}*|relax\\p{L}*|acquitt\\p{L}*|reconnue?s? coupables?|verdict|sentenc\\p{L}*|jailed|found (?:not )?guilty|guilty|convicted|cleared|clears|acquits",
    ),
  },
  {
    begins: words(
      "debut de (?:la )?greve|entr\\p{L}+ en greve|appel\\p{L}* a la greve|(?:vot|lanc|annonc)\\p{L}* (?:\\p{L}+ ){0,3}greve|to strike|(?:go|goes|going) on strike|walk out|strike (?:begins|starts|looms)",
    ),
    ends: words(
      "fin de (?:la )?greve|reprise du travail|(?:lev|suspend|mett\\p{L}* fin)\\p{L}* (?:\\p{L}+ ){0,4}greve|call(?:s|ed)? off|strike (?:ends|over|called off|suspended)|ends? strike|return(?:s|ed)? to work",
    ),
  },
  {
    death: words("morte?s?|deces|decedee?|s'est eteinte?|disparition|dies|died|dead|death"),
    farewell: words(
      "obseques|funerailles|inhum\\p{L}*|enterr\\p{L}*|funeral|buried|burial|laid to rest",
    ),
    illness: words("hospitalis\\p{L}*|in hospital|taken ill|intensive care|soins intensifs"),
  },
];

/** Courses of phases that follow each other; an event belongs to one of each. */
const courses: readonly Course[] = [
  ...ofCompetitions.map((phases) => ({ about: competition, phases })),
  ...ofMarkets.map((phases) => ({ about: market, phases })),
  {
    about: words("ceremon\\p{L}*"),
    phases: {
      opening: words("opening|ouverture"),
      closing: words("closing|cloture"),
    },
  },
  ...ofAny.map((phases) => ({ phases })),
];

const plainOf = (text: string): string => plainlyFolded(text).replace(/[^\p{L}\d'&.-]+/gu, " ");

/** The phases that an article mentions, one set for each course: in its headline, or else in its first sentence. */
export type Phases = readonly ReadonlySet<string>[];

/** @param lead  first sentence, used for the courses of which the headline names no phase */
export function phasesOf(title: string, lead: string): Phases {
  const [headline, opening] = [plainOf(title), plainOf(lead)];
  return courses.map(({ about, phases }) => {
    if (about !== undefined && !about.test(`${headline} ${opening}`)) return new Set();
    const named = (text: string) =>
      new Set(Object.keys(phases).filter((phase) => phases[phase]?.test(text)));
    const inHeadline = named(headline);
    return inHeadline.size > 0 ? inHeadline : named(opening);
  });
}
