const trackers =
  /^(utm_.*|at_\w+|xtor|xts|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|mc_[ce]id|igshid|mkt_tok|_hs(enc|mi)|ns_\w+|cmp(id)?|mtm_\w+|pk_\w+|piwik_\w+|s_cid|wt_mc|wtrid|ocid|smid|src_?rss|partner|rss|from_?rss|feature|taid|_ga|wt\.?mc_id|ftag|cid)$/iu;

const longestLink = 600;

/**
 * An article's address as it may be shown to a reader: http or https, no credentials, no fragment, nothing that
 * tells who shared it. `null` for anything else (`javascript:`, `data:`, an address too long to print).
 *
 * @param base  what a relative address is relative to
 */
export function articleLink(address: string, base?: string): string | null {
  const url = URL.parse(address.trim(), base);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (url.username !== "" || url.password !== "" || url.hostname === "") return null;
  url.hash = "";
  const trackings = [...url.searchParams.keys()].filter((name) => trackers.test(name));
  for (const name of trackings) url.searchParams.delete(name);
  return url.href.length <= longestLink ? url.href : null;
}
