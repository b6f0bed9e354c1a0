const trackers =
  /^(utm_.*|at_\w+|xtor|xts|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|mc_[ce]id|igshid|mkt_tok|_hs(enc|mi)|ns_\w+|cmp(id)?|mtm_\w+|pk_\w+|piwik_\w+|s_cid|wt_mc|wtrid|ocid|smid|src_?rss|from_?rss|taid|maca|traffic_source|rts_source|ito|_ga|wt\.?mc_id|ftag)$/iu;

/** Names of parameters by which some outlets track readers and others identify articles. */
const unclear = /^(partner|rss|feature|cid|ref)$/iu;

const maxLinkLength = 600;

/** Whether a fragment only has tracking parameters, or a text for the browser to highlight. "#feature" is a place on a page. */
const isNoPartOfArticle = (fragment: string): boolean =>
  fragment === "" ||
  fragment.startsWith(":~:") ||
  (fragment.includes("=") &&
    [...new URLSearchParams(fragment).keys()].every((name) => trackers.test(name)));

/** The address without the parameters that have these names. */
function without(names: RegExp, url: URL): string {
  const found = [...url.searchParams.keys()].filter((name) => names.test(name));
  for (const name of found) url.searchParams.delete(name);
  return url.href;
}

/**
 * A link without the parameters that are usually tracking. When two entries of a feed would then have the same link, they
 * identify articles, and the caller keeps them.
 */
export function withoutUnclearParameters(link: string): string {
  const url = URL.parse(link);
  return url === null ? link : without(unclear, url);
}

/**
 * The link of an article for readers, without tracking parameters. The fragment stays, because entries of a live page
 * differ only by it. `null` when the address is not http or https, has credentials or is too long.
 *
 * @param base  address that a relative address is resolved against
 */
export function articleLink(address: string, base?: string): string | null {
  const url = URL.parse(address.trim(), base);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (url.username !== "" || url.password !== "" || url.hostname === "") return null;
  if (isNoPartOfArticle(url.hash.slice(1))) url.hash = "";
  const link = without(trackers, url);
  return link.length <= maxLinkLength ? link : null;
}

/** Whether two web addresses are of one page, whatever their scheme, fragment, tracking and last slash. */
export function isSamePage(one: string, other: string): boolean {
  const pageOf = (address: string) => {
    const url = URL.parse(articleLink(address) ?? address);
    return url === null ? address : `${url.host}${url.pathname.replace(/\/$/u, "")}${url.search}`;
  };
  return pageOf(one) === pageOf(other);
}
