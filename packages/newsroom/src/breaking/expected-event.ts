import type { Language } from "@matinale/contracts";
import type { Article, StoryIndex } from "../clustering/clustering.ts";
import { measuresIn } from "../clustering/measures.ts";
import { plainlyFolded } from "../text/words.ts";
import type { Report } from "./independent-reports.ts";

/** Articles that are older than the first report by this time may announce the event, or have reported it. */
const earlierMs = 2 * 3_600_000;
/** Share of the headline of an earlier article that the reports contain: of one that announces something, and of any other. */
const ofAnnouncement = 0.4;
const ofOther = 0.75;

const future: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:devra(?:it|ient)|attendue?s?|prevue?s?|sera|seront|va|vont|aura lieu|doit|doivent|demain|ce soir|a la veille|avant (?:le|la|l'|les)|se prononcera?|presentera?|affrontera?|affrontent?|se prepare(?:nt)?|en jeu|calendrier|programme|a suivre|enjeux|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?!\p{L})/u,
  en: /(?<!\p{L})(?:will|expected|due|set to|ahead of|preview|tomorrow|tonight|to (?:announce|decide|present|face|meet|unveil|vote|publish|play|deliver|speak)|prepares?|looms?|scheduled|could|likely|eyes|face|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday))(?!\p{L})/u,
};

const announces = ({ title, summary, language }: Article): boolean =>
  future[language].test(plainlyFolded(`${title}. ${summary}`));

/** Words of a result in sport, which is always expected: the time of the match was known. */
const result: Record<Language, RegExp> = {
  fr: /(?<!\p{L})(?:finales?|remporte(?:nt)?|gagne(?:nt)?|s'impose(?:nt)?|bat|battent|battue?s?|sacree?s?|champion(?:ne)?s?|titre|medailles?|victoire|vainqueurs?|defaite|eliminee?s?|qualifiee?s?|podium)(?!\p{L})/u,
  en: /(?<!\p{L})(?:finals?|wins?|won|beats?|beaten|defeats?|defeated|champions?|title|medals?|gold|silver|bronze|victory|winners?|knocked out|through to|podium|crowned)(?!\p{L})/u,
};

/** The opening and the close of a market come every day. */
const marketSession =
  /(?<!\p{L})(?:cac 40|bourses?|wall street|dow jones|nasdaq|nikkei|ftse(?: 100)?|dax|stocks?|shares)(?!\p{L}).*(?<!\p{L})(?:ouvr\p{L}+|cloture\p{L}*|termine\p{L}*|finit|finissent|seance|open(?:s|ed|ing)?|clos(?:e|es|ed|ing)|end(?:s|ed)?|finish(?:es|ed)?)(?!\p{L})/u;

const isResult = ({ title, language }: Article): boolean =>
  result[language].test(plainlyFolded(title)) ||
  measuresIn(title, language).some(({ unit }) => unit === "score");

/**
 * Whether an event was expected: earlier articles announced it or had reported it, or it is a result in sport or the session
 * of a market. Such news can wait for the next edition.
 *
 * @param reports  the first reports of the event, at least one
 * @param index    the articles of the last two days
 */
export function isExpected(
  reports: readonly Report[],
  index: StoryIndex,
  isSport: boolean,
): boolean {
  const isRoutine = (report: Report) =>
    marketSession.test(plainlyFolded(report.title)) || (isSport && isResult(report));
  if (reports.filter(isRoutine).length >= reports.length / 2) return true;
  const first = Math.min(...reports.map(({ publishedAt }) => publishedAt.getTime()));
  return index
    .earlierOn(reports, new Date(first - earlierMs))
    .some(({ article, share }) => share >= (announces(article) ? ofAnnouncement : ofOther));
}
