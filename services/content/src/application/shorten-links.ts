import type { LinkTo } from "../domain/digest/digest-text.ts";
import { shortLinkId } from "../domain/links/short-link.ts";
import type { ShortLinkStore } from "../store/short-links.ts";

/** A reader of the weekly edition can open its links until the next one arrives. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

export type ShortLinks = ReturnType<typeof shortLinksOf>;

/**
 * Short links of our own domain to the articles of digests. A link says nothing about its reader.
 *
 * @param site  address of the site, whose gateway passes /r/ to this service
 */
export function shortLinksOf(
  store: ShortLinkStore,
  { secret, site }: { secret: string; site: string },
) {
  const { origin } = new URL(site);
  return {
    async shorten(urls: readonly string[], now: Date): Promise<LinkTo> {
      const links = [...new Set(urls)]
        .filter((url) => url !== "")
        .map((url) => ({ url, id: shortLinkId(url, secret) }));
      await store.keep(links, new Date(now.getTime() + keptMs));
      const short = new Map(links.map(({ id, url }) => [url, `${origin}/r/${id}`]));
      return (url) => short.get(url) ?? url;
    },
    /** The article of a link; null when the link is unknown, has expired, or was not made with this secret. */
    async articleOf(id: string, now: Date): Promise<string | null> {
      const url = await store.addressOf(id, now);
      return url !== null && shortLinkId(url, secret) === id ? url : null;
    },
  };
}
