import { languages } from "@matinale/contracts";
import type { Words } from "@matinale/kit";

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A page that tells people why an address does not open, in both languages: the address does not name the reader's. */
export function noticePage(brand: string, words: Words): string {
  const name = escaped(brand);
  const sections = languages.map(
    (language) => `<div lang="${language}">
<h1>${escaped(words[language])}</h1>
<p><a href="/?lang=${language}">${name}</a></p>
</div>`,
  );
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escaped(words.fr)} · ${escaped(words.en)} – ${name}</title>
<style>
body { font: 18px/1.5 system-ui, sans-serif; max-width: 32em; margin: 15vh auto; padding: 0 1.5em; color: #1c1a17; background: #fff; }
h1 { font-size: 1.3em; }
a { color: inherit; }
@media (prefers-color-scheme: dark) { body { color: #f3efe7; background: #191714; } }
</style>
</head>
<body>
<main>
${sections.join("\n")}
</main>
</body>
</html>
`;
}
