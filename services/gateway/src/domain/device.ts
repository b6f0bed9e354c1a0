import type { Language } from "@matinale/contracts";

/** In this order: the user agents of later ones also name an earlier one. */
const browsers: [name: string, token: RegExp][] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:(?:Headless)?Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const systems: [name: string, token: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMac(?:intosh| OS X)\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];
const unknown: Record<Language, string> = { fr: "Appareil inconnu", en: "Unknown device" };
const on: Record<Language, string> = { fr: "sur", en: "on" };

/** The browser and the system that a user agent names, as far as they are known. Stored instead of the header. */
export interface Device {
  browser?: string | undefined;
  system?: string | undefined;
}

export function deviceOf(userAgent = ""): Device {
  const nameIn = (list: typeof browsers) => list.find(([, token]) => token.test(userAgent))?.[0];
  return { browser: nameIn(browsers), system: nameIn(systems) };
}

/** Such as "Chrome on Windows". */
export function deviceName({ browser, system }: Device, language: Language): string {
  if (browser !== undefined && system !== undefined) {
    return `${browser} ${on[language]} ${system}`;
  }
  return browser ?? system ?? unknown[language];
}
