import type { Article } from "../clustering/clustering.ts";
import { storyWords } from "../clustering/story-words.ts";
import { agencies } from "../text/kicker.ts";

/** An article with the owner of its outlet: the outlets of one owner count as one. */
export type Report = Article & { owner: string };

/** Share of the words of the shorter text that two copies of one text have in common. Two texts on one event share less. */
const copied = 0.7;
/** Texts with fewer different words are too short to tell a copy from another text on the same event. */
const minWords = 6;

/** An agency that an outlet names as the source of its text: "(AFP)", "avec Reuters", "selon l’AFP", "according to AP". */
const agency = new RegExp(
  String.raw`(?<!\p{L})(?:\(|(?:avec|selon|d[’']après|à) (?:l[’'])?|(?:with|according to|told) |[Ss]ource ?: |\/ )(${agencies})(?!\p{L})`,
  "u",
);

const agencyOf = ({ title, summary }: Report): string | null =>
  agency.exec(`${title} ${summary}`)?.[1] ?? null;

function areCopies(one: Report, other: Report): boolean {
  const author = agencyOf(one);
  if (author !== null && author === agencyOf(other)) return true;
  if (one.language !== other.language) return false;
  const [words, others] = [one, other].map(
    ({ title, summary, language }) => new Set(storyWords(`${title}. ${summary}`, language)),
  );
  if (words === undefined || others === undefined) return false;
  const fewer = Math.min(words.size, others.size);
  return (
    fewer >= minWords && [...words].filter((word) => others.has(word)).length >= copied * fewer
  );
}

/**
 * The independent reports of a story, the earliest first: one of each owner, one of all that name the same agency, and one of
 * all copies of one text, also when they are reworded.
 */
export function independentReports(reports: readonly Report[]): Report[] {
  const kept: Report[] = [];
  const inOrder = reports.toSorted(
    (one, other) => one.publishedAt.getTime() - other.publishedAt.getTime(),
  );
  for (const report of inOrder) {
    const isKnown = kept.some((each) => each.owner === report.owner || areCopies(each, report));
    if (!isKnown) kept.push(report);
  }
  return kept;
}
