import { anyWeekday } from "./calendar.ts";
import { isSentenceCase } from "./headline-case.ts";
import { withoutKicker } from "./kicker.ts";
import { hasNumberToCall } from "./safe-sentence.ts";
import { isAboutSuicide, saysMethod } from "./suicide.ts";
import { frenchOrder, quotations } from "./words.ts";

export type Candidate = {
  title: string;
  summary?: string;
  /** Address of the article, "" when it has none: outlets put opinion and advertisements in folders of their own. */
  url: string;
  /** The outlet's names of its sections. */
  sections?: readonly string[];
};

const opening = String.raw`^[\p{Extended_Pictographic}\uFE0F\s«“"‘'([]*`;
const anyOf = (lines: readonly string[]): string => lines.join("|");
/** Words that are a label before a colon, a dash or a full stop, in brackets, or as the whole title. The same words may begin news. */
const labelled = (...lines: string[]) =>
  new RegExp(`${opening}(?:${anyOf(lines)})\\s*(?:[:.|)\\]]|[–—-]\\s|n°|$)`, "iu");
/** Phrases that begin no news. */
const phrase = (...lines: string[]) => new RegExp(`${opening}(?:${anyOf(lines)})(?!\\p{L})`, "iu");

/** Bargains, puzzles and advertisements. */
const shopping = [
  labelled(
    "deals?|best deals?|promo(?:tion)?s?|offres? spéciales?|annonces? légales?|soldes|publicité|ad|advertis\\w+|(?:ad|advertis\\w+|commercial) features?|advertorial|promoted content|sponsored|sponsorisée?s?|(?:en partenariat avec|in partnership with) [^:]{2,30}|newsletter(?: [«“][^»”]*[»”])?|abonnement",
    "mots (?:croisés|fléchés)|sudoku|(?:\\p{L}+ )?quiz|wordle|(?:quick |cryptic )?crossword|concours|jeu[- ]concours",
  ),
  phrase(
    "(?:les? )?bons? plans?|codes? promo|save \\d+|(?:the )?best (?:\\p{L}+ ){1,3}of 20\\d\\d",
    "publi-?(?:communiqué|reportage|rédactionnel|information)|contenu (?:partenaire|sponsorisé|de marque)|partner content|paid (?:content|post|for by)|brand ?voice",
    "today[’']s (?:wordle|quiz)|from our partners|gift guide|(?:\\p{L}+ )?idées cadeaux|win (?:tickets|an? (?:car|holiday|trip))|quiz (?:de|du|sur)|wordle (?:today|hints?|answer)|nyt connections|(?:quick |cryptic )?crossword (?:no )?[\\d,]+|crossword no|sudoku (?:[\\d,]+|facile|difficile)|abonnez-vous|subscribe to",
  ),
];
const sale =
  /(?<!\p{L})(?:(?:best|top|one-day) deals|\d+ best(?![\p{L}-])|deals (?:at|from|on) (?:(?:amazon|argos|best buy|currys|walmart)|(?:\p{L}+ )?(?:phones?|iphones?|ipads?|laptops?|tablets?|tvs?|headphones|earbuds|air fryers?|vacuums?|mattress(?:es)?|toys|shoes|trainers|flights|hotels|holidays)))(?!\p{L})|(?<!\p{L})(?:profite(?:nt)?(?: \p{L}+){0,2} des soldes|prix (?:avantageux|cassés?|mini|promo)(?!\p{L})|[%€] de remise(?! de))|^soldes [^:]{1,25}:.*(?:[-–−]\s?\d+\s?%|promo|offres|bonnes affaires|prix (?:plus )?bas|à \d+\s?(?:€|euros))/iu;
const saleDays = "black friday|cyber monday|french days|prime day";
/** A headline that begins with a day of bargains, speaks of its offers, or ends with it after a price. */
const saleDay = new RegExp(
  `${opening}(?:${saleDays})(?!\\p{L})|(?:${saleDays})(?:\\s\\p{L}+)?\\s(?:deals?|sales?|offres?|promos?)(?!\\p{L})|(?:[$£€]\\d|\\d\\s?€|\\s%|\\d%).*(?:${saleDays})$`,
  "iu",
);
/** What makes such a day the news: the trade, its workers and its customers, crime. */
const trade =
  /(?<!\p{L})(?:shoppers|consumers|retailers|spending|footfall|workers|strikes?|protests?|research|study|scams?|police|sales (?:climb|drop|fall|fell|grew|grow|hit|jump|reach|rise|rose|slip|slump|surge|top)(?:s|ed|ped)?|ventes|dépenses|commerçants|consommateurs|bilan|grève|arnaques?|associations)(?!\p{L})/iu;

/** The weather that is published for every place or every day. */
const weather = [
  labelled("météo|weather|qualité de l[’']air|pollen"),
  phrase(
    "la météo (?:du|de|à)|météo (?:du|de|à|des)|météo [^:.]{2,40}[:.]|(?:les )?prévisions (?:de météo|météo)|bulletin météo|quel temps|le temps qu[’']il fera|tide times|weather for the week",
  ),
  new RegExp(
    `(?<!\\p{L})(?:la météo|quel temps fera-t-il|prévisions météo\\p{L}*|météo)(?![\\p{L}-]).*(?:${anyWeekday("fr")}|demain|week-end)`,
    "iu",
  ),
  /(?<!\p{L})weather forecast(?:\s*[:–—-]|\stoday|\stomorrow)/iu,
  /^(?:\p{Lu}[\p{L} ’'-]{1,30} (?:weather|forecast)|Weather in \p{Lu}[\p{L} ’'-]{1,30}): (?:the )?(?:forecast|weather|what to expect)/u,
];
/** What makes the weather news: a warning, or people hurt. */
const severe =
  /(?<!\p{L})(?:vigilance (?:orange|rouge)|alertes?|tempêtes?|crues?|inondations?|morte?s?|tuée?s?|blessée?s?|warnings?|storms?|floods?|flooding|dead|die[ds]?|kill(?:s|ed)|injured)(?!\p{L})/iu;

/** What an outlet writes instead of an article that it has withdrawn. */
const withdrawn = labelled(
  "(?:cet article|l[’']article|article|ce contenu|contenu) (?:a été |est |n[’']est plus )?(?:supprimé|retiré|dépublié|indisponible|disponible|introuvable)",
  "(?:this |the )?(?:article|story|page|content) (?:has been |was |is )?(?:removed|withdrawn|retracted|deleted|not found|unavailable|no longer available)",
);

/** Horoscopes, draws, agendas, notices and corrections: lists that are published for every place or every day. */
const listings = [
  withdrawn,
  labelled(
    "horoscopes?|agenda|sorties(?: ciné\\p{L}*)?|carnet(?: noir)?|(?:film )?listings|events diary|family notices|nécrologie|obituar(?:y|ies)|(?:(?:author|publisher) )?corrections?|rectificatif|correctif|erratum|mise au point|clarification|retraction|live scores?|fixtures(?: (?:and|&) results)?|éphéméride|(?:\\p{L}+ ){1,3}(?:rates?|prices?) today",
  ),
  phrase(
    "(?:l[’'])?horoscopes? (?:\\p{L}+ )?(?:du|de la|de votre|for|today)|horoscope hebdo",
    "(?:l[’'])?agenda (?:culturel|sportif|des (?:associations|loisirs|sorties)|du (?:jour|mois|week-end)|de la semaine|à \\p{L}+$)|(?:tous )?(?:des |les |nos )?(?:idées? (?:de )?sorties?|bons plans)|les sorties (?:ciné\\p{L}*|de la semaine|du week-end|des? \\d+)|what[’']s on (?:this|in)|(?:\\d+ )?things to do|weekend guide",
    "(?:les )?résultats et (?:les? )?classements?|results and (?:tables?|standings)|avis (?:de décès|d[’']obsèques)|death notices|obituaries[:,]|on this day|correctif à|droit de réponse (?:de|du)|(?:this day|today) in history|corrections (?:and|&) clarifications|éphéméride du",
  ),
  /(?<!\p{L})(?:(?<!(?:dans|pendant|lors d[’']) ?(?:un|le|ce) )vide-greniers?|concours de belote|thé dansant|bourse aux (?:jouets|vêtements)|lotos? (?:du (?!patrimoine)|de la |de l[’']|d[’']|ce |samedi|dimanche))/iu,
  /(?<!\p{L})(?:loto|euromillions|eurodreams|keno|lotto|lottery|mega millions|powerball|thunderball)(?!\p{L}).*(?<!\p{L})(?:résultats?|tirages?|numéros|results?|winning numbers)(?!\p{L})|(?<!\p{L})(?:résultats?|tirage) (?:du |de l[’'])?(?:loto|euromillions|keno)(?!\p{L})/iu,
  /(?<!\p{L})(?:(?:daily|love|weekly) horoscopes?|today[’']s (?:\p{L}+ )*horoscopes?|tarot reading)(?!\p{L})/iu,
];

/** The place before a listing: "Saint-Malo. Nos idées de sortie", "Brest : la météo". */
const place = /^\p{Lu}[^.:!?]{1,30}?\s?[.:]\s+(?=\S)/u;

/** Whether a headline announces a listing, such as the weather of a town or a draw: it reports no event. */
export const isListing = (title: string): boolean => {
  const headline = withoutKicker(title.trim());
  const texts = [title, headline, headline.replace(place, "")];
  const patterns = severe.test(title) ? listings : [...listings, ...weather];
  return patterns.some((pattern) => texts.some((text) => pattern.test(text)));
};

/**
 * Opinion, letters and editorials, by their label, by their usual titles and by their folder. « Billet » is also a ticket and
 * a banknote, so that it needs a name or « d’humeur » unless it is a label.
 */
const opinions =
  "opinions?|op-?eds?|comment|commentary|editorials?|leader|column(?:ist)?|letters?(?: (?:from our readers|to the editor))?|viewpoint|perspective|first person|essay|tribunes?|chroniques?|éditos?|editos?|éditorial|éditoriaux|point de vue|billet|humeur|carte blanche|libre opinion|contre-point|débat|courrier des lecteurs|lettre ouverte|parti pris|la chronique|idées|humour|satire|cartoon|dessin";
/**
 * Alternatives in small letters, with a capital, and in capitals. Not `(?i:…)`, which V8 sometimes matches with the case
 * once many other expressions are compiled.
 */
const inAnyCase = (alternatives: string): string =>
  [
    alternatives.replaceAll(/(?<=^|\|)\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`),
    alternatives.toUpperCase(),
  ].join("|");
/** At the beginning of a headline, or of a summary: « CHRONIQUE - Il fallait … ». */
const opinionLabel = new RegExp(
  `^\\s*[([]?(?:${opinions}|\\p{L}+ (?:diary|letters))\\s*(?:[|.:)\\]]|[–—-]\\s)`,
  "iu",
);
const opinion = [
  opinionLabel,
  // a name has a capital, and the hyphen of "co-leader" no space before it
  new RegExp(
    `(?:\\||\\s[–—-])\\s*(?:${inAnyCase(opinions)})(?:\\s(?:de\\s|d[’'])?\\p{Lu}[\\p{L} .’'-]{2,40})?\\s*$`,
    "u",
  ),
  new RegExp(
    `\\s:\\s*(?:la|le|l[’'])\\s?(?:chronique|édito|éditorial|billet d[’']humeur)(?!\\p{L})`,
    "iu",
  ),
  /^(?:la|le|l[’'])\s?(?:chronique|édito(?:rial)?|humeur|regard)(?:\s\p{L}+)? ?(?:de |d[’']|:)/iu,
  /^l[’']édito(?:rial)? (?:du|des) /iu,
  // "Le billet de Sophia Aram", "Budget : le billet de Jean-Luc Morel". No flag i, which would match any two words
  /(?:^L|\s:\s*[Ll])e billet (?:de |d[’'])\p{Lu}[\p{L}-]+ \p{Lu}[\p{L}-]+\s*(?:[.:,|–—-]|$)/u,
  /^(?:(?:le )?billet d[’']humeur|carte blanche à|face-à-face|à mon avis|in my (?:view|opinion))(?!\p{L})/iu,
  /,\s(?:par|by)\s\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+){1,2}\s*$/u,
  /^(?:(?:my|our|an?|the) )?(?:\p{L}+ )?view on\s/iu,
  /^the .{3,40} view[:\s]/iu,
  /^dear (?:abby|prudence|sir|readers?|annie|amy)/iu,
  /^(?:ask|advice)\s?[:|]/iu,
];
/** Works that are reviewed, in a label: "film review", « critique ciné ». */
const works =
  "film|movie|book|album|music|theatre|theater|tv|television|game|gig|concert|opera|dance|art|exhibition|restaurant|stage|live|car|tech";
const frenchWorks =
  "cin[ée](?:ma)?|films?|livres?|littéraire|théâtre|musi(?:que|cale)|albums?|séries?|télé|opéra|danse|expo|bd|jeux? vidéo";
/** Words before a review that is news: that of a court, a government or an authority, or one that is asked for. */
const officialReviews =
  "judicial|spending|defen[cs]e|security|strategic|policy|government|independent|internal|external|safety|case|pay|peer|planning|budget|sentencing|public|police|nhs|health|care|urgent|annual|statutory|ethics|safeguarding|conduct|homicide|watchdog|council|prisons?|var|video|an?|the|for|under|after|into|in|of|by|faces?|orders?|launch(?:es|ed)|announces?|pledges?|demands?";
/** Reviews of works, by their label or their stars. "Judicial review – court rules" and "Critique du budget" are news. */
const review = [
  new RegExp(`${opening}(?:(?:${works}) )?reviews?\\s*(?:[:|]|[–—-]\\s)`, "iu"),
  new RegExp(
    `\\S\\s(?<!(?:^|\\s)(?:${officialReviews})\\s)review\\s[–—|-]\\s(?!(?:court|judges?|ministers?|government|police|mps?|nhs|council|watchdog|prisons?|schools?)(?!\\p{L}))`,
    "iu",
  ),
  new RegExp(
    `(?:\\s[–—|-]\\s*(?:(?:${works}) )?review|[([](?:(?:${works}) )?review[)\\]])\\s*$`,
    "iu",
  ),
  new RegExp(`${opening}critique(?: (?:${frenchWorks}))?\\s*(?:[:.|]|[–—-]\\s)`, "iu"),
  new RegExp(
    `^(?:(?:notre|la) )?critique (?:(?:de |d[’'])|(?:du |de la |de l[’'])(?:${frenchWorks}) )«`,
    "iu",
  ),
  // "Mort de Paul Vidal, critique littéraire" is news
  new RegExp(
    `(?:\\s[–—|-]|[,:] (?:la|notre))\\s*critique(?: (?:${frenchWorks}))?\\s*$|\\(critique\\)\\s*$`,
    "iu",
  ),
  /[★☆]{2}/u,
  // of a product: "Test Pixel 9 : …". "Test nucléaire" is news
  /^Test (?:(?:de la|de|du|des) |de l[’'])?\p{Lu}\p{Ll}[^:]*\s:/u,
];
/** A headline in the first person, or one that says what must be done, outside quotations. */
const plea = [
  /(?:^|[.,;:!?–—-]\s|\b(?:[Ww]hy|[Hh]ow|[Ww]hen|[Ww]hat|and|but) )I(?:[’'](?:m|ve|d|ll))?\s\p{Ll}/u,
  /^(?:my|our)\s\p{L}/iu,
  /^(?:we (?:need|must|should|have|can|cannot|can[’']t|are)|it[’']s (?:high )?time (?:to|for|that|we)|the case (?:for|against)|stop \p{L}+ing)(?!\p{L})/iu,
  /^why (?:we|it[’']s time|the \p{L}+ (?:should|must))(?!\p{L})/iu,
  /(?:^|[.:;!?–—]\s)(?:je(?!\p{L})|j[’']\p{L}|nous (?:devons|devrions|sommes|avons|voulons)|(?:mon|ma|mes)\s\p{Ll}|nos\s[\p{Ll}\d]|notre (?!dame))/iu,
  /^(?:pourquoi (?:il (?:ne )?faut|on (?:doit|devrait))|(?:pourquoi|comment) (?:nous|je)|il (?:faut|est temps)|arrêtons|cessons|halte (?:à|aux?)|assez de|et si (?:on|nous|l[’']on))(?!\p{L})/iu,
];
const opinionFolder =
  /\/(?:opinions?|op-?eds?|comment(?:isfree|ary|s)?|columns?|columnists?|editorials?|letters?|tribunes?|idees(?:-et-debats)?|vox|debats?|chroniques?|edito(?:s|riaux)?|points?-de-vue|blogs|humeurs?|billets?|(?:(?:book|film|game|movie|music|product|tv)-)?reviews?|critiques?|sponsored|partner|partenaires?|publi-?(?:reportages?|redactionnels?|information)|advertorial|brand-?content)(?:\/|$|\?)/iu;
const opinionSection =
  /^(?:opinions?|op-?ed|comment|commentary|editorials?|letters|columnists?|tribunes?|idées|débats?|chroniques?|éditos?|éditoriaux|point de vue|humour|horoscopes?|sponsored|partner content|publi-?\p{L}*)$/iu;

/** What an outlet prints each day or week under the same name: « Citation du jour », "Deal of the day: …". */
const columnOfDay = new RegExp(
  `${opening}(?:l[ae]s? |l[’']|the )?(?!ordre )(?:\\p{L}+ ){1,2}(?:du jour|of the (?:day|week))(?=\\s*(?:[:.,(|–—-]|de |d[’']|$))`,
  "iu",
);

/** What is heard, seen or listed, and pages that are no article. */
const format = [
  labelled(
    "(?:(?!(?:on|in|dans) )\\p{L}+ ){0,3}podcasts?|balado(?:s|diffusion)?|audio|listen|watch|[ée]coute(?:z|r)?|photos?(?![)\\]])|diaporama|en images?|in pictures|gallery|album",
    "(?:live|money) blog|live updates|follow live|(?:the )?briefing|first thing|flash|info routes?|info[- ]?trafic|trafic info|(?:traffic|travel) news|news in brief",
    "bande-annonce|dossier|faq|player ratings|rediffusion|recettes?(?: (?:de saison|de la semaine|du (?:jour|dimanche|mois|week-end)))?|recipe(?: of the (?:day|week))?|jeux|home|accueil|(?:\\p{L}+ )?gossip|(?:\\p{L}+ )?paper talk|the papers",
  ),
  phrase(
    "the week in (?:pictures|photos)|what the papers say|today[’']s (?:front pages|papers)|(?:le )?débrief (?:de|du|des)|(?:les )?\\d+ meilleure?s (?:albums|applis|cadeaux|films|jeux|livres|restaurants|romans|séries)|best photos|(?:les )?plus belles images|les photos de la semaine",
    "(?:morning|evening|daily) (?:news )?briefing|(?:la )?revue de presse|l[’']actu(?:alité)? en (?:bref|images|direct)|le journal de \\d|le jt|journal de (?:13|20) ?h|flash info|rtl infos?|la matinale\\s[–-]|latest (?:stories|news)",
    "what[’']s on tv|tv tonight|ce soir à la télé|à la télé ce soir|what to watch|where to buy|how to|que faire ce|(?:le )?programme tv|l[’']édito politique",
  ),
  columnOfDay,
  /\s[–—|-]\s(?:latest (?:stories|news)|gossip|home|player ratings|podcast|vidéo|replay|briefing)(?:\s[–—|-]|$)/iu,
  /(?<!\p{L})(?:(?:team news|tv channels?)(?=\s*(?:[,:&]|and|$))|kick-off (?:time|(?:at )?\d)|line-?ups|(?:confirmed|expected|possible|predicted|probable|starting|team) line-?up|where to watch|how to watch|prediction,? odds|betting tips|à quelle heure et sur quelle chaîne|sur quelle chaîne|compositions? (?:probables?|officielles?)(?! (?:du|de la|de l[’']|des) ?(?:(?:nouveau|nouvelle|future?|prochaine?) )?(?:gouvernement|exécutif|cabinet|commission|conseil|jury|comité|parlement))|pronostics?(?! vita)|player ratings|list of key events|five things|(?:\d+|three|four|six|seven|ten) things (?:we|you|to)|things to know|what to (?:expect|know)|(?:what|everything) we (?:know|learned)|and how to (?:apply|buy|get|register|stream|watch)|l[’']essentiel de l[’']actu(?:alité)?|(?:daily|evening|morning|newspaper|top) (?:digest|headlines)|takeaways from|our (?:top )?picks|news updates|transfer gossip|war briefing|ce que l[’']on sait|ce qu[’']il faut (?:faire|savoir|retenir)|tout (?:comprendre (?:à|de|sur)|savoir sur)|team of the (?:month|season|week)|(?:\d+|trois|quatre|cinq|six|dix) \p{L}+ à (?:connaître|retenir|savoir)|le replay|en replay|(?:le|un) (?:calendrier|classement|programme|multiplex) (?:complet )?(?:d(?:e la|es|u)|après la) (?:\p{L}+ |\d+(?:è?re|è?me|e) )?(?:étapes|journée|matchs|rencontres|week-end)|(?:photos?|pictures|images) of the (?:day|week)|belles photos)(?!\p{L})/iu,
  /(?<!\p{L})spoilers?\s*[:(–—-]|\s(?:at a glance|obituary)\s*$|\sbriefing:.*;/iu,
];
/** News does not speak to its reader, and does not ask. A quotation may. */
const toReader =
  /(?<![\p{L}-])(?:vous|votre|vos(?= \p{L})|you|your|yours|you[’']re|you[’']ll|voici|here[’']s (?:what|why|how|everything))(?!\p{L})/iu;
/**
 * "You" and "Your" in the title of a work, where the word before has a capital as well, and in the name of a party: "Call Me By
 * Your Name director dies", "Your Party elects a leader". Only in sentence case does a capital show a name.
 */
const yourInName =
  /(?<=(?<!\p{L})\p{Lu}[\p{L}’'-]* )(?:You|Yours?)(?!\p{L})|(?<!\p{L})Your Party(?!\p{L})/gu;
/** "…, finds Which?": the name of a consumers’ association. */
const question = /(?<!\sWhich)\?\s*[»”"]?$/u;

/** Presenters of a podcast: "Sarah, Justin and Anthony discuss". Ministers "discuss steel" in a report. */
const conversation =
  /\p{Lu}\p{L}+, \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)? and (?:\p{Lu}\p{L}+ )+discuss(?!\p{L})|\b(?:hosts?|presenters?|panel|guests?|correspondents?) discuss(?!\p{L})|\bdiscuss(?:es)?\s*(?:[.!]|$)/u;

/**
 * "Réalisé par Thomas Zeng et son équipe." A report has these words after its subject, or before it: « Présenté par Gérald
 * Darmanin, le projet… ». No flag i, which would also match a lower-case letter after them.
 */
const frenchCredit =
  /(?:^|[.!?]\s)(?:Produit|Réalisé|Présenté|Monté|Animé) par \p{Lu}(?![^.!?]*, (?:l[aes’']|une?|ce(?:tte|s)?)(?!\p{L}))/u;

/** "Producer: Purvee Pattni." "Presented by Ada Quill." Without a colon, nothing but names may follow: "Producer prices rose". */
const englishCredit =
  /(?:^|[.!?]\s)(?:[Pp]roducer|[Pp]resenter|[Pp]resented by|[Pp]roduced by|[Hh]osted by|[Ss]ound by|[Ee]diting by|[Ss]ound design)(?:\s?:\s\p{Lu}|(?:,?\s(?:(?:(?!(?:and|by)\s)\p{Ll}+\s)?(?:and|by)|\p{Lu}[\p{L}’'.-]*(?<![.])))+\s*(?:[.!]|$))/u;
const episode =
  /\bin this (?:week[’']s )?episode\b|dans cet épisode|(?:^|[.:!?]\s)(?:tune in|nos invités)(?!\p{L})/iu;

/** Summaries that say what the article is: a podcast, a page behind a subscription, a live page that has ended. */
const summaryOfNoNews = [
  /(?:live ?blog is now closed|(?:^|[.:!?]\s)(?:join us|pour l[’']écouter|à écouter)(?!\p{L})|(?:émission|entretien|épisode|podcast|replay)s?(?: \p{L}+){0,2} à écouter|une sélection (?:des|de) (?:photos|images)|a selection of (?:the (?:week|day)[’']s )?best (?:photographs|photos|pictures|images))/iu,
  // a clip: "Watch as …", "Watch England's captain score …". "Watch sales fell" is a report
  /^Watch (?:as|highlights|how|some|the|\p{Lu})/u,
  conversation,
  episode,
  frenchCredit,
  englishCredit,
];

/** Whether a headline is nothing but quotations, without a speaker. */
const isOnlyQuotation = (headline: string): boolean =>
  /[»”’"']$/u.test(headline) && !/\p{L}/u.test(headline.replaceAll(quotations, ""));

/**
 * Whether an article is news: no bargain, listing or advertisement, no opinion, letter or editorial, no podcast, gallery
 * or live page, and no headline that speaks to its reader. A digest presents everything as fact, so it must contain only
 * reports.
 */
export function isNews({ title, summary = "", url, sections = [] }: Candidate): boolean {
  const written = title.trim();
  const headline = withoutKicker(written);
  const own = headline.replaceAll(quotations, "");
  // "Nigeria": a topic, of which a brief would have nothing else
  if (!/\s/u.test(headline)) return false;
  if (isOnlyQuotation(headline)) return false;
  if (hasNumberToCall(headline)) return false;
  if (shopping.some((pattern) => pattern.test(headline)) || sale.test(headline)) return false;
  if (saleDay.test(headline) && !trade.test(headline)) return false;
  if ([...opinion, ...review].some((pattern) => pattern.test(written))) return false;
  if (opinionLabel.test(summary)) return false;
  if (opinionFolder.test(pathOf(url)) || sections.some((name) => opinionSection.test(name.trim())))
    return false;
  if (isListing(written)) return false;
  if (format.some((pattern) => pattern.test(written) || pattern.test(headline))) return false;
  if (plea.some((pattern) => pattern.test(own.trim()))) return false;
  const addressed = isSentenceCase(own) ? own.replaceAll(yourInName, "") : own;
  const speaksToReader = [toReader, frenchOrder].some((pattern) => pattern.test(addressed.trim()));
  if (speaksToReader || question.test(own.trim())) return false;
  if (summaryOfNoNews.some((pattern) => pattern.test(summary))) return false;
  // a headline that says how a suicide was done cannot be mended, only left out
  return !(["fr", "en"] as const).some(
    (language) => isAboutSuicide(headline, language) && saysMethod(headline, language),
  );
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : "");

/** Sentences that are part of the page, not of the report. */
const boilerplate = [
  /(?:réservé (?:aux|à nos) abonné|article réservé|pour lire la suite|lire l[’']article|il vous reste \d|subscribers only|inscrivez-vous|abonnez-vous)/iu,
  /(?:live ?blog|this blog|follow live|suivez (?:en|notre) direct|bienvenue dans ce direct|ce direct est (?:terminé|fini)|live updates|live\s?[:–-]\s?latest|we[’']ll bring you|this is a (?:breaking|developing) (?:news )?story|c[’']est la fin de ce direct)/iu,
  frenchCredit,
  /réalisation\s?:|prise de son|^(?:edited by|editor|reporting by|additional reporting|writing by|photo(?:graph)?s? by|images? by|video by)\s?:?\s/iu,
  /(?:and agencies|with agencies|avec agences|avec l[’']afp|avec reuters|— afp|press association)[,.]?\s*$/iu,
  /(?:here[’']s everything|here is what|here are the|everything you need|what you need to know|things to know|ce qu[’']il faut (?:retenir|savoir)|l[’']essentiel à retenir|on fait le point|on vous (?:explique|raconte|dit)|notre (?:journaliste|correspondant|envoyé|chroniqu)|our (?:\p{L}+ )?(?:editor|correspondent|reporter)|(?:editor|correspondent|reporter) (?:explains|reports|looks))/iu,
  // in a report these words follow a subject: "Some 40 countries sign up to the treaty"
  /^(?:bonjour|bonsoir|good morning|good evening|hello|(?:please )?(?:subscribe|sign up)|for subscribers|follow (?:the latest|our)|en direct avec|(?:les |nos )?explications|(?:le )?décryptage)(?!\p{L})/iu,
  /^(?:photos?|image|vidéo|video|crédits?|copyright|©|légende|caption|illustration|source)\s?[:©]|\s©\s/iu,
  // an entry of a live page
  /^\d{1,2}\s?(?:[h:.]\s?\d{2}\s?(?:\p{L}{2,4}\s?)?[:–—-]\s|(?:hr?s?|m|mins?) ago(?!\p{L}))|^(?:il y a \d{1,2} ?(?:h|min)|key (?:events|moments|points)|points clés)(?!\p{L})/iu,
  /for (?:(?:a )?(?:further )?comment|(?:a )?response)[.”"]*$|requests? for (?:an )?(?:comment|interview)|(?:répondu|donné suite) (?:à|aux) (?:nos|notre) |contactée?s?(?: par [^,.]+)?, .*n[’']a(?:vait)? pas /iu,
  /^\(?(?:full )?(?:disclosure|editor[’']s note|note de la rédaction|ndlr)\s?:/iu,
  /^originally published (?:by|in|on)(?!\p{L})|^this (?:story|article|piece|post) (?:is part of|was (?:amended|edited|first|originally|produced|supported|updated)|(?:first|originally) appeared|contains)|^(?:this|the) (?:story|article|piece) has been (?:amended|corrected|edited|updated)|^cet article (?:fait partie|est (?:extrait|issu|tiré|paru)|a été (?:publié|écrit|mis à jour|modifié|rédigé|traduit))/iu,
  // appeals to witnesses
  /^(?:anyone|anybody|witnesses) (?:with|who (?:has|saw|was))(?!\p{L})|^toute personne (?:ayant|disposant|qui (?:aurait|disposerait|détiendrait))/iu,
  conversation,
  episode,
  englishCredit,
  /au micro de/iu,
];
/** A time alone, a label, a cross-head: fewer than four words are no sentence. */
const minWords = 4;

/** Whether a sentence of a summary belongs to the page around the report: a byline, a notice, the greeting of a live page. */
export const isBoilerplate = (sentence: string): boolean =>
  (sentence.match(/[\p{L}\d]+/gu) ?? []).length < minWords ||
  boilerplate.some((pattern) => pattern.test(sentence));
