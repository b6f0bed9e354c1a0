import type { Language } from "@matinale/contracts";
import { frames } from "./mail-texts.ts";

/** What one mail says. Plain text, in one language. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  /** Of the button. */
  label: string;
  /** What the button opens. */
  url: string;
  /** Why the reader gets this mail; the last words of it. */
  reason: string;
}

/** A mail before the address of its button is known. */
export type MailWords = Omit<MailContent, "url">;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (found) => entities[found] ?? "");

const serif = "Georgia,'Times New Roman',serif";
const sans = "system-ui,-apple-system,'Segoe UI',Arial,sans-serif";

/** The roles of the site's tokens. Mail programs that know dark mode replace the inline colours by `dark`. */
const light = {
  canvas: "#FBFAF7",
  text: "#15171C",
  muted: "#4A4F5C",
  border: "#E2DFD6",
  brand: "#3D3BD1",
  onBrand: "#FFFFFF",
  accent: "#D9481C",
};
const dark = {
  canvas: "#0F1116",
  text: "#F1F2F6",
  muted: "#B5BAC7",
  border: "#2A2F3A",
  brand: "#9A9BFF",
  onBrand: "#14143A",
  accent: "#FF7A4D",
};

const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.canvas{background:${dark.canvas}!important}
.text{color:${dark.text}!important}
.muted{color:${dark.muted}!important}
.rule{border-color:${dark.text}!important}
.border{border-color:${dark.border}!important}
.accent{color:${dark.accent}!important}
.link{color:${dark.brand}!important}
.button{background:${dark.brand}!important;color:${dark.onBrand}!important}
}
@media (max-width:480px){.button{display:block!important;text-align:center}}`;

const paragraph = (text: string): string =>
  `<p class="text" style="margin:0 0 16px;color:${light.text};font:400 16px/1.55 ${sans}">${escaped(text)}</p>`;

function html(
  content: MailContent,
  greeting: string,
  { language, site, brand }: Omit<MailFrame, "name">,
): string {
  const { subject, paragraphs, label, reason } = content;
  const { orCopy } = frames[language];
  const url = escaped(content.url);
  const small = `margin:0 0 12px;color:${light.muted};font:400 14px/1.5 ${sans}`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${style}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${light.canvas}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(paragraphs[0] ?? "")}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.canvas}">
<tr><td align="center" style="padding:32px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td class="rule" style="padding:0 0 12px;border-bottom:1px solid ${light.text}">
<a class="text" href="${escaped(site)}" style="color:${light.text};font:500 28px/1 ${serif};letter-spacing:-.02em;text-decoration:none">${escaped(brand)}<span class="accent" style="color:${light.accent}">.</span></a>
</td></tr>
<tr><td style="padding:32px 0 16px">
<h1 class="text" style="margin:0 0 20px;color:${light.text};font:500 30px/1.12 ${serif};letter-spacing:-.02em">${escaped(subject)}</h1>
${[greeting, ...paragraphs].map(paragraph).join("\n")}
<p style="margin:28px 0"><a class="button" href="${url}" style="display:inline-block;padding:14px 24px;border-radius:6px;background:${light.brand};color:${light.onBrand};font:600 16px/1.25 ${sans};text-decoration:none">${escaped(label)}</a></p>
<p class="muted" style="${small}">${escaped(orCopy)}<br><a class="link" href="${url}" style="color:${light.brand};overflow-wrap:anywhere;word-break:break-all">${url}</a></p>
</td></tr>
<tr><td class="border" style="padding:16px 0 0;border-top:1px solid ${light.border}">
<p class="muted" style="${small}">${escaped(reason)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function plainText(content: MailContent, greeting: string): string {
  const { paragraphs, label, url, reason } = content;
  const words = [greeting, ...paragraphs, `${label}\n${url}`, `-- \n${reason}`];
  return `${words.join("\n\n")}\n`;
}

export interface MailFrame {
  language: Language;
  /** Of the reader; null where the address may belong to another person. */
  name: string | null;
  site: string;
  brand: string;
}

/** Renders a mail as text and as HTML, from 320 px, light and dark; without images, which mail programs hide. */
export function renderMail(
  content: MailContent,
  { name, ...frame }: MailFrame,
): { subject: string; text: string; html: string } {
  const { hello } = frames[frame.language];
  const greeting = name === null ? `${hello},` : `${hello} ${name},`;
  return {
    subject: content.subject,
    text: plainText(content, greeting),
    html: html(content, greeting, frame),
  };
}
