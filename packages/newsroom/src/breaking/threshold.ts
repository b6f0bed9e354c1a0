const dayMs = 86_400_000;
/** The weight of a month's stories is known after this time; until then only `minWeight` counts. */
const youngMs = 14 * dayMs;
/** Days of which stories are compared. */
export const comparedDays = 30;
/** A story is breaking news when at most this number of stories of the last month spread faster: about three a week. */
export const topOfMonth = 12;
/** Four outlets within 7 minutes, five within 18, or seven within half an hour. */
const minWeight = 7;

/**
 * The least weight of breaking news.
 *
 * @param heaviest  first weights of the heaviest stories of the last month, at most `topOfMonth`, the heaviest first
 * @param since     when the first story was weighed, or null before that
 */
export function alertThreshold(heaviest: readonly number[], since: Date | null, now: Date): number {
  const isYoung = since === null || now.getTime() - since.getTime() < youngMs;
  return isYoung ? minWeight : Math.max(minWeight, heaviest[topOfMonth - 1] ?? 0);
}
