/**
 * The version of Meta's Graph API that we call. A version lives about two years
 * (https://developers.facebook.com/docs/graph-api/changelog): `doctor` says when it ages.
 */
export const graphApi = { version: "v26.0", releasedOn: "2026-07-29" } as const;

/** The version in the path of an address of the Graph API, or null. */
export const graphVersionIn = (url: string): string | null =>
  /\/(v\d+\.\d+)\/*$/.exec(url)?.[1] ?? null;

/** Whether a version, such as v9.0, is older than that of `graphApi`. */
export const isOlderGraphVersion = (version: string): boolean =>
  version.localeCompare(graphApi.version, "en", { numeric: true }) < 0;

/** An address of the Graph API with a version: its own, else the one of `graphApi`. No slash at the end. */
export function graphRoot(url: string): string {
  const base = url.replace(/\/+$/, "");
  return graphVersionIn(base) === null ? `${base}/${graphApi.version}` : base;
}
