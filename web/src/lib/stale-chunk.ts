const reloadedAtKey = "reloaded-at";
/** After a second failure within this time the page does not reload, because the reloads would never end. */
const pauseMs = 5 * 60_000;

const wordings = [
  /failed to fetch dynamically imported module/i,
  /error loading dynamically imported module/i,
  /importing a module script failed/i,
  /unable to preload css/i,
];

/** Whether a chunk failed to load, because a newer version of the site was deployed. */
export const isStaleChunk = (error: unknown): boolean =>
  error instanceof Error && wordings.some((wording) => wording.test(error.message));

/** Whether the page may reload by itself: once in five minutes. */
export function mayReload(storage: Storage, now: number): boolean {
  const last = Number(storage.getItem(reloadedAtKey) ?? Number.NEGATIVE_INFINITY);
  if (now - last < pauseMs) return false;
  storage.setItem(reloadedAtKey, String(now));
  return true;
}
