/** Labels that outlets print before or after a headline to say what kind of article it is. */
const labels =
  "live|breaking(?: news)?|watch|listen|exclusive|video|podcast|pictured|photos?|gallery|in pictures|explainer|explained|analysis|" +
  "opinion|comment|interview|fact check|updated?|just in|direct|en direct|vid[ée]os?|[ée]coutez?|en images?|images|" +
  "photos|diaporama|info(?:graphie|s)?|exclusif|exclu|entretien|entrevue|reportage|portrait|t[ée]moignages?|cartes?|enqu[êe]te|tribune|" +
  "analyse|d[ée]cryptage|r[ée]cit|grand format|bilan|mise à jour|màj|à la une|flash|urgent|alerte info|on vous explique|vrai ou faux|" +
  "[ée]v[ée]nement|r[ée]sum[ée]|la carte|le point|match report|latest updates|latest|highlights|recap|factbox|roundup|le r[ée]sum[ée]|faits divers";
/** Labels in brackets that say who may read an article. */
const access = "abonnés?|(?:article )?offert|premium|réservé aux abonnés|subscribers? only";
/** Signs and emoji before a label. */
const signs = String.raw`[\p{Extended_Pictographic}\uFE0F\s]*`;
/** "DIRECT.", "🔴 EN DIRECT :", "Watch:", "INFO LE FIGARO -", "EXCLUSIVE |". The third pattern needs capitals. */
const before = [
  new RegExp(String.raw`^${signs}[([](?:${labels}|${access})[)\]]\s*(?=\S)`, "iu"),
  // of a news agency: "UPDATE 2-", "CORRECTED-UPDATE 1-", "(Adds quotes, details)"
  /^(?:(?:BRIEF|CORRECTED|EXCLUSIVE|FACTBOX|REFILE|RPT|TIMELINE|UPDATE|WRAPUP)(?: \d+)?-)+/u,
  /^\((?:Adds|Corrects|Recasts|Refiles|Repeats|Rewrites|Updates) [^()]*\)\s*/u,
  // "Côte d’Ivoire-AIP/Inter/ …"
  /^(?:Côte d[’']Ivoire-)?AIP\s?\/(?:\s?Inter\s?\/)?\s*/u,
  new RegExp(String.raw`^${signs}(?:${labels})\s*(?:[.|]|:|[–—-](?=\s))\s*(?=\S)`, "iu"),
  new RegExp(String.raw`^${signs}(?:en direct|live)\s*,\s*(?=\S)`, "iu"),
  /^(?:embargo(?:ed|é)?|(?:sous )?embargo) (?:until|till|jusqu)[^:]{3,40}?\s?:\s+(?=\S)/iu,
  // a red disc of a live page, a flash
  /^\p{Extended_Pictographic}[\p{Extended_Pictographic}\uFE0F\s]*(?=\S)/u,
  /^(?:INFO|EXCLUSIF|EXCLUSIVE|ENTRETIEN|R[ÉE]CIT|ENQU[ÊE]TE|REPORTAGE|T[ÉE]MOIGNAGES?)[\p{Lu}\d\s’'&-]{0,40}?\s*(?:[:|]|[.–—-](?=\s))\s*(?=\S)/u,
];
/** "– as it happened", ", la carte", "- live updates", "(vidéo)", "| Opinion". */
const after = new RegExp(
  String.raw`\s*(?:[–—|-]\s*(?:as it happened|live(?: updates| blog)?|latest updates|match report|business live|politics live|video|in pictures|${labels})|[([](?:${labels}|${access})[)\]]|, la carte)\s*$`,
  "iu",
);
/** "| Politics News", "| UK News": the outlet's section. */
const section = /\s\|\s(?:[\p{Lu}&][\p{L}]*\s){1,4}News$/u;
/** The number of a part in a series: "(2/3)". */
const part = /\s*\(\d\/\d\)$/u;
/** "Budget 2026 live: …", "France-Italie en direct : …", "Guerre en Ukraine, en direct : …" */
const within =
  /(?<=[^\s,]),?\s+(?:live(?: updates| blog)?|latest|en direct|updates live)(?=\s?:\s)/iu;

/** "EN DIRECT, guerre en Ukraine : …", "Iran war live updates: …", "Budget – business live". */
const live = new RegExp(
  String.raw`^${signs}(?:(?:en )?direct|live)(?:\s*[.,:|]|\s[–—-]\s)|\s(?:live(?: blog)?|latest|updates live|en direct)\s?:\s|\slive updates(?!\p{L})|[–—|-]\s(?:\p{L}+ )?live$`,
  "iu",
);

/** Whether a headline is that of a page that an outlet adds to all day, event by event. */
export const isLivePage = (title: string): boolean => live.test(title.trim());

/** A headline without the labels that only say what kind of article it is. */
export function withoutKicker(title: string): string {
  let text = title.trim();
  for (const pattern of [...before, section, after, part, within]) {
    const rest = text.replace(pattern, "").trim();
    // a headline that is only a label stays
    if (rest.length > 12) text = rest;
  }
  // "iPhone", "eBay", "xAI" keep their first letter
  return text.replace(/^\p{Ll}(?!\p{Ll}*\p{Lu})/u, (letter) => letter.toUpperCase());
}

/** News agencies, as a part of a pattern: reports name them in a dateline or as their source. */
export const agencies =
  "AFP|Reuters|AP|PA|ANSA|EFE|DPA|Belga|ATS|APS|MAP|TAP|Xinhua|Bloomberg|UPI|CP|PTI|IANS|ANI|AAP|NAN|AIP|Kyodo|Yonhap|Keystone-ATS";
const anyAgency = `(?:${agencies}|${agencies.toLowerCase()}|awp)`;
const datelines = [
  // "[Article mis à jour à 18 h 12]"
  /^[([](?:article |dépêche )?(?:mise? à jour|actualisée?|updated?)[^\])]{0,40}[\])]\s*/iu,
  // "TOKYO, Nov 21 (Reuters) - ", "Paris (AFP) – ", "Genève (awp/afp) - ", "BRASILIA, Brazil (AP) — "
  new RegExp(
    String.raw`^[\p{Lu}][\p{L}\d\s.,’'/-]{1,60}(?:\([\p{L}\s’'-]{3,40}\)[\p{L}\d\s.,]{1,20})?\(${anyAgency}(?:/${anyAgency})*\)\s*[–—:-]+\s*`,
    "u",
  ),
  new RegExp(String.raw`^(?:${agencies})\s*[–—:-]\s*`, "u"),
  // "BRUXELLES/NEW DELHI (Agefi-Dow Jones)--"
  /^\p{Lu}{3,}[\p{Lu}\s/’'-]*\([\p{L}\s.’'-]{2,30}\)\s*[–—-]+\s*(?=[\p{Lu}«“"])/u,
  // "(Montréal) Un …", "(AFP) – Le …"
  /^\(\p{Lu}[\p{L}\d\s.’'-]{1,30}\)(?:\s*[–—:-]+\s*(?=\p{L})|\s+(?=[\p{Lu}«“"]))/u,
  // "LONDON — ", "AKRON, Ohio -- ", "NEW DELHI: ", "LE SCAN POLITIQUE - "
  /^(?:\p{Lu}{3,}|\p{Lu}{2}(?=\s\p{Lu}{2}))(?:[\s-]\p{Lu}{2,}){0,3}(?:, \p{L}[\p{L} .]{1,20})?\s*(?:--|[–—:]|-(?=\s))\s*(?=\p{Lu})/u,
];

/** A report without its dateline (place, day, agency) and its label. */
export function withoutDateline(text: string): string {
  let report = text.trim();
  for (const pattern of [...before, ...datelines]) {
    const rest = report.replace(pattern, "");
    if (rest.length > 20) report = rest;
  }
  return report;
}
