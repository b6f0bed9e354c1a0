const reloadedAtKey = "reloaded-at";
/** A second failure within this time is no outdated page: reloading again would never end. */
const pauseMs = 5 * 60_000;

const wordings = [
  /failed to fetch dynamically imported module/i,
  /error loading dynamically imported module/i,
  /importing a module script failed/i,
  /unable to preload css/i,
];

/** True when a part of the page is gone because a newer version of the site was put online. */
export const isStaleChunk = (error: unknown): boolean =>
  error instanceof Error && wordings.some((wording) => wording.test(error.message));

/** Whether to reload by ourselves; says yes once in five minutes. */
export function mayReload(storage: Storage, now: number): boolean {
  const last = Number(storage.getItem(reloadedAtKey) ?? Number.NEGATIVE_INFINITY);
  if (now - last < pauseMs) return false;
  storage.setItem(reloadedAtKey, String(now));
  return true;
}
