import type { Published } from "./edition.ts";
import { escaped } from "./feed-xml.ts";
import { type Feed, words } from "./outlets.ts";

export function storyPage(feed: Feed, story: Published): string {
  const { sample, about, locale } = words[feed.language];
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });
  return `<!doctype html>
<html lang="${feed.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(story.title)}</title>
<link rel="icon" href="/mark.svg">
<link rel="stylesheet" href="/base.css">
</head>
<body>
<main class="story">
<p class="badge">${sample}</p>
<h1>${escaped(story.title)}</h1>
<p class="muted">${escaped(feed.outlet)} · ${feed.categoryName} · <time datetime="${new Date(story.at).toISOString()}">${date.format(story.at)}</time></p>
<p>${escaped(story.text)}</p>
<p class="muted">${about}</p>
</main>
</body>
</html>
`;
}
