const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The page for a link that is unknown or has expired, in both languages: the link does not name its reader's. */
export const shortLinkPage = (brand: string): string => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Lien expiré · Link expired – ${escaped(brand)}</title>
<style>
body { font: 18px/1.5 system-ui, sans-serif; max-width: 32em; margin: 15vh auto; padding: 0 1.5em; color: #1c1a17; background: #fff; }
h1 { font-size: 1.3em; }
a { color: inherit; }
@media (prefers-color-scheme: dark) { body { color: #f3efe7; background: #191714; } }
</style>
</head>
<body>
<main>
<h1>Ce lien n’est plus valable.</h1>
<p>Les liens d’une édition s’ouvrent pendant sept jours. Le nom du journal, à côté du lien, vous aidera à retrouver l’article.</p>
<p><a href="/">${escaped(brand)}</a></p>
<div lang="en">
<h1>This link no longer works.</h1>
<p>Links in an edition work for seven days. The outlet named beside the link will help you find the article.</p>
<p><a href="/?lang=en">${escaped(brand)}</a></p>
</div>
</main>
</body>
</html>
`;
