/**
 * The version of Meta's Graph API that we call. A version lives about two years
 * (https://developers.facebook.com/docs/graph-api/changelog): `doctor` says when it ages.
 */
export const graphApi = { version: "v24.0", releasedOn: "2025-10-08" } as const;

/** The version in the path of an address of the Graph API, or null. */
export const graphVersionIn = (url: string): string | null =>
  /\/(v\d+\.\d+)\/*$/.exec(url)?.[1] ?? null;

/** An address of the Graph API with a version: its own, else the one of `graphApi`. No slash at the end. */
export function graphRoot(url: string): string {
  const base = url.replace(/\/+$/, "");
  return graphVersionIn(base) === null ? `${base}/${graphApi.version}` : base;
}
