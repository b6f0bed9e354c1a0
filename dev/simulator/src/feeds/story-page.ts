import type { Published } from "./edition.ts";
import { escaped } from "./feed-xml.ts";
import { categoryNames, type Feed } from "./outlets.ts";

const words = {
  fr: {
    label: "Article d’exemple",
    note: "Écrit pour le développement de Matinale. Les faits, les personnes et les lieux sont inventés.",
    locale: "fr-FR",
  },
  en: {
    label: "Sample article",
    note: "Written for the development of Matinale. Facts, people and places are made up.",
    locale: "en-GB",
  },
};

/** The page of a story, marked as a sample. */
export function storyPage(feed: Feed, story: Published): string {
  const { label, note, locale } = words[feed.language];
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });
  return `<!doctype html>
<html lang="${feed.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(story.title)}</title>
<link rel="icon" href="/mark.svg">
<link rel="stylesheet" href="/fonts.css">
<link rel="stylesheet" href="/tokens.css">
<link rel="stylesheet" href="/base.css">
<link rel="stylesheet" href="/cards.css">
<link rel="stylesheet" href="/story.css">
</head>
<body>
<main class="story">
<p class="badge b-warn">${label}</p>
<h1 class="display">${escaped(story.title)}</h1>
<p class="muted small">${escaped(feed.outlet)} · ${categoryNames[feed.language][feed.category]} · <time datetime="${new Date(story.at).toISOString()}">${date.format(story.at)}</time></p>
<p class="story-text">${escaped(story.text)}</p>
<p class="muted small">${note}</p>
</main>
</body>
</html>
`;
}
