const trackers =
  /^(utm_.*|at_\w+|xtor|xts|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|mc_[ce]id|igshid|mkt_tok|_hs(enc|mi)|ns_\w+|cmp(id)?|mtm_\w+|pk_\w+|piwik_\w+|s_cid|wt_mc|wtrid|ocid|smid|src_?rss|partner|rss|from_?rss|feature|taid|_ga|wt\.?mc_id|ftag|cid)$/iu;

const longestLink = 600;

/** A fragment that says who shared the page, or has the browser mark a text: no part of the article. */
const tracks = (fragment: string): boolean =>
  fragment.startsWith(":~:") ||
  [...new URLSearchParams(fragment).keys()].every((name) => trackers.test(name));

/**
 * An article's address as it may be shown to a reader: http or https, no credentials, nothing that says who shared it.
 * The fragment stays: entries of a live page differ by nothing else. `null` for anything else (`javascript:`, `data:`, an address too long to print).
 *
 * @param base  what a relative address is relative to
 */
export function articleLink(address: string, base?: string): string | null {
  const url = URL.parse(address.trim(), base);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (url.username !== "" || url.password !== "" || url.hostname === "") return null;
  if (tracks(url.hash.slice(1))) url.hash = "";
  const trackings = [...url.searchParams.keys()].filter((name) => trackers.test(name));
  for (const name of trackings) url.searchParams.delete(name);
  return url.href.length <= longestLink ? url.href : null;
}
