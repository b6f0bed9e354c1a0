import { generateAtomFeed, generateRssFeed } from "feedsmith";
import { newest, type Published } from "./edition.ts";
import { type Feed, words } from "./outlets.ts";

/** @param origin  address of this simulator, `http://host:port` */
export function feedXml(feed: Feed, stories: Published[], origin: string): string {
  const { format, categoryName } = feed;
  const { about, locale } = words[feed.language];
  const title = `${feed.outlet} – ${categoryName}`;
  const self = {
    rel: "self",
    type: `application/${format}+xml`,
    href: `${origin}/feeds/${feed.id}.xml`,
  };
  const updated = new Date(newest(stories));
  const linkOf = ({ guid }: Published) => `${origin}/stories/${guid}`;
  if (format === "rss") {
    return generateRssFeed({
      title,
      link: self.href,
      description: about,
      language: locale,
      lastBuildDate: updated,
      ttl: 5,
      atom: { links: [self] },
      items: stories.map((story) => ({
        title: story.title,
        link: linkOf(story),
        guid: { value: story.guid, isPermaLink: false },
        pubDate: new Date(story.at),
        categories: [{ name: categoryName }],
        description: story.text,
      })),
    });
  }
  return generateAtomFeed({
    title: { value: title },
    subtitle: { value: about },
    id: `tag:matinale.example,2026:${feed.id}`,
    links: [self],
    updated,
    authors: [{ name: feed.outlet }],
    entries: stories.map((story) => ({
      title: { value: story.title },
      links: [{ rel: "alternate", type: "text/html", href: linkOf(story) }],
      id: `tag:matinale.example,2026:${story.guid}`,
      published: new Date(story.at),
      updated: new Date(story.at),
      categories: [{ term: feed.category, label: categoryName }],
      summary: { value: `<p>${escaped(story.text)}</p>`, type: "html" },
    })),
  });
}

export function escaped(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
