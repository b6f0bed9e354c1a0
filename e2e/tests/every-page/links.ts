/// <reference lib="dom" />
import type { Page } from "playwright/test";

/** A page as links see it. */
interface Target {
  /** Ids of its elements, which links can name after "#". */
  parts: ReadonlySet<string>;
  /** Addresses on this site to which its links lead: path, query and part. */
  links: readonly string[];
}

/** The pages that a test has opened, by path and query. */
export type Targets = Map<string, Target>;

/** Adds the page as it is now, unless its address is unknown to the site. */
export async function addTarget(targets: Targets, page: Page, address: string): Promise<void> {
  if ((await page.getByText("404 Page Not Found").count()) > 0) return;
  const { ids, hrefs } = await page.evaluate(() => ({
    ids: Array.from(document.querySelectorAll("[id]"), ({ id }) => id),
    hrefs: Array.from(document.querySelectorAll<HTMLAnchorElement>("a[href]"), ({ href }) => href),
  }));
  const { origin } = new URL(page.url());
  const links = hrefs
    .map((href) => new URL(href))
    .filter((url) => url.origin === origin && !url.pathname.startsWith("/api/"))
    .map(({ pathname, search, hash }) => pathname + search + hash);
  targets.set(address, { parts: new Set(ids), links });
}

/** Addresses that links of these pages name and that were not opened yet. */
export const unopened = (targets: Targets): Set<string> =>
  new Set(
    linksOf(targets)
      .map(addressOf)
      .filter((address) => !targets.has(address)),
  );

/** Links that lead to no page, or to no part of it. */
export const deadLinks = (targets: Targets): string[] =>
  linksOf(targets).filter((link) => {
    const [address = "", part] = link.split("#");
    const target = targets.get(address);
    return target === undefined || (part !== undefined && !target.parts.has(part));
  });

/** Every address to which links of these pages lead. */
export const linksOf = (targets: Targets): string[] => [
  ...new Set([...targets.values()].flatMap(({ links }) => links)),
];
const addressOf = (link: string): string => link.split("#")[0] ?? link;
