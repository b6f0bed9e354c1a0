import { byForm, metricUnits, type Words } from "./reading.ts";

/** A unit of one word or two, each with its plural: "mètre carré", "mètres carrés". */
const words = (one: string): Words => [one, one.replaceAll(/(?<=\p{L})(?= |$)/gu, "s")];

export const currencies: Record<string, Words> = byForm({
  "€|EUR": words("euro"),
  $: words("dollar"),
  "$US|US$|USD": ["dollar américain", "dollars américains"],
  "$CA|$CAN|CAD|C$": ["dollar canadien", "dollars canadiens"],
  A$: ["dollar australien", "dollars australiens"],
  "£": ["livre sterling", "livres sterling"],
  "¥": words("yen"),
  "₹": words("roupie"),
  CHF: ["franc suisse", "francs suisses"],
  "fr.|Fr.": words("franc"),
  "FCFA|F CFA|XOF": ["franc C F A", "francs C F A"],
  "MAD|DH": words("dirham"),
  DZD: ["dinar algérien", "dinars algériens"],
  TND: ["dinar tunisien", "dinars tunisiens"],
  "ct€|c€": ["centime d’euro", "centimes d’euro"],
  cts: words("centime"),
});
export const magnitudes: Record<string, string> = byForm({
  "k|K": "mille",
  "M|mio|Mio": "million",
  "G|Md|Mds|Mrd|Mrds": "milliard",
});
const metric = metricUnits({
  n: "nano",
  µ: "micro",
  m: "milli",
  c: "centi",
  d: "déci",
  h: "hecto",
  k: "kilo",
  M: "méga",
  G: "giga",
  T: "téra",
});
export const units: Record<string, Words> = byForm({
  ...metric("m", words("mètre"), "n", "µ", "m", "c", "d", "", "k"),
  ...metric("g", words("gramme"), "µ", "m", ""),
  ...metric("l", words("litre"), "m", "c", "", "h"),
  ...metric("L", words("litre"), "m", "c", "", "h"),
  ...metric("W", words("watt"), "", "k", "M", "G", "T"),
  ...metric("Wh", words("wattheure"), "", "k", "M", "G", "T"),
  ...metric("Hz", ["hertz", "hertz"], "", "k", "M", "G"),
  ...metric("o", words("octet"), "k", "M", "G", "T"),
  "m²|m2": words("mètre carré"),
  "km²|km2": words("kilomètre carré"),
  "m³|m3": words("mètre cube"),
  ha: words("hectare"),
  kg: words("kilo"),
  t: words("tonne"),
  kt: ["kilotonne", "kilotonnes"],
  Mt: ["million de tonnes", "millions de tonnes"],
  "tCO2e|teqCO2": ["tonne équivalent C O 2", "tonnes équivalent C O 2"],
  tCO2: ["tonne de C O 2", "tonnes de C O 2"],
  V: words("volt"),
  "Mbit/s": ["mégabit par seconde", "mégabits par seconde"],
  "Gbit/s": ["gigabit par seconde", "gigabits par seconde"],
  dB: words("décibel"),
  kcal: words("kilocalorie"),
  hPa: ["hectopascal", "hectopascals"],
  "ch|cv": ["cheval", "chevaux"],
  "°C|°": words("degré"),
  "km/h": ["kilomètre-heure", "kilomètres-heure"],
  nds: words("nœud"),
  "min|mn": words("minute"),
  s: words("seconde"),
  ms: words("milliseconde"),
  j: words("jour"),
  "pts|pt": words("point"),
  pb: ["point de base", "points de base"],
  "hab|hab.": words("habitant"),
  "pers.": words("personne"),
});
const inFull = "tonne litre mois an semaine nuit personne habitant baril".split(" ");
/** What a price or a rate refers to: "€/MWh", "g/L". */
export const per: Record<string, string> = byForm({
  "h|heure": "heure",
  s: "seconde",
  min: "minute",
  "j|jour": "jour",
  kWc: "kilowatt-crête",
  ...Object.fromEntries(inFull.map((unit) => [unit, unit])),
  ...Object.fromEntries(Object.entries(units).map(([unit, [one]]) => [unit, one])),
});
