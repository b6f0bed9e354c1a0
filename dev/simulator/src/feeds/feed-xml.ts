import type { Published } from "./edition.ts";
import type { Category, Feed, Language } from "./outlets.ts";

export const categoryNames: Record<Language, Record<Category, string>> = {
  fr: {
    politics: "Politique",
    economy: "Économie",
    technology: "Technologie",
    sports: "Sport",
    culture: "Culture",
    international: "International",
  },
  en: {
    politics: "Politics",
    economy: "Economy",
    technology: "Technology",
    sports: "Sport",
    culture: "Culture",
    international: "International",
  },
};

const about: Record<Language, string> = {
  fr: "Articles d’exemple écrits pour Matinale. Les faits, les personnes et les lieux sont inventés.",
  en: "Sample articles written for Matinale. Facts, people and places are made up.",
};

/** @param origin  address of this simulator, `http://host:port` */
export function feedXml(feed: Feed, stories: Published[], origin: string): string {
  return feed.format === "rss" ? rss(feed, stories, origin) : atom(feed, stories, origin);
}

function rss(feed: Feed, stories: Published[], origin: string): string {
  const items = stories.map(
    (story) => `    <item>
      <title>${escaped(story.title)}</title>
      <link>${origin}/stories/${story.guid}</link>
      <guid isPermaLink="false">${story.guid}</guid>
      <pubDate>${new Date(story.at).toUTCString()}</pubDate>
      <category>${categoryNames[feed.language][feed.category]}</category>
      <description>${escaped(story.text)}</description>
    </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escaped(titleOf(feed))}</title>
    <link>${origin}/feeds/${feed.id}.xml</link>
    <atom:link href="${origin}/feeds/${feed.id}.xml" rel="self" type="application/rss+xml"/>
    <description>${about[feed.language]}</description>
    <language>${feed.language === "fr" ? "fr-FR" : "en-GB"}</language>
    <lastBuildDate>${new Date(newest(stories)).toUTCString()}</lastBuildDate>
    <ttl>5</ttl>
${items.join("\n")}
  </channel>
</rss>
`;
}

function atom(feed: Feed, stories: Published[], origin: string): string {
  const entries = stories.map((story) => {
    const at = new Date(story.at).toISOString();
    return `  <entry>
    <title>${escaped(story.title)}</title>
    <link rel="alternate" type="text/html" href="${origin}/stories/${story.guid}"/>
    <id>tag:matinale.example,2026:${story.guid}</id>
    <published>${at}</published>
    <updated>${at}</updated>
    <category term="${feed.category}" label="${categoryNames[feed.language][feed.category]}"/>
    <summary type="html">${escaped(`<p>${escaped(story.text)}</p>`)}</summary>
  </entry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
  <title>${escaped(titleOf(feed))}</title>
  <subtitle>${about[feed.language]}</subtitle>
  <id>tag:matinale.example,2026:${feed.id}</id>
  <link rel="self" type="application/atom+xml" href="${origin}/feeds/${feed.id}.xml"/>
  <updated>${new Date(newest(stories)).toISOString()}</updated>
  <author><name>${escaped(feed.outlet)}</name></author>
${entries.join("\n")}
</feed>
`;
}

export function newest(stories: Published[]): number {
  return stories[0]?.at ?? 0;
}

export function escaped(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

function titleOf(feed: Feed): string {
  return `${feed.outlet} – ${categoryNames[feed.language][feed.category]}`;
}
