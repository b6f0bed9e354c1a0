import { byForm, metricUnits, type Words } from "./reading.ts";

const words = (one: string): Words => [one, `${one}s`];

export const magnitudes: Record<string, string> = byForm({
  k: "thousand",
  "m|mn|mln": "million",
  "bn|bln|b": "billion",
  "tn|trn|t": "trillion",
  crore: "crore",
  lakh: "lakh",
});

/** By sign before an amount, and by code, with its space. */
export const currencies: Record<string, Words> = byForm({
  "£|GBP ": words("pound"),
  $: words("dollar"),
  "€|EUR ": words("euro"),
  "₹|Rs|Rs ": words("rupee"),
  "¥": ["yen", "yen"],
  "₩": ["won", "won"],
  "₦": ["naira", "naira"],
  A$: words("Australian dollar"),
  "C$|CA$": words("Canadian dollar"),
  HK$: words("Hong Kong dollar"),
  NZ$: words("New Zealand dollar"),
  S$: words("Singapore dollar"),
  "US$|USD ": words("US dollar"),
  R$: ["Brazilian real", "Brazilian reais"],
  "CHF|CHF ": words("Swiss franc"),
});

const inFull = "day month night ton gallon mile head person therm".split(" ");
export const per: Record<string, string> = byForm({
  ...Object.fromEntries(inFull.map((unit) => [unit, `a ${unit}`])),
  "hr|hour": "an hour",
  "week|wk": "a week",
  "year|yr": "a year",
  oz: "an ounce",
  lb: "a pound",
  kg: "a kilo",
  "t|tonne": "a tonne",
  "l|litre|liter": "a litre",
  "bbl|barrel": "a barrel",
  km: "a kilometre",
  MWh: "a megawatt hour",
  kWh: "a kilowatt hour",
});

const metric = metricUnits({
  n: "nano",
  m: "milli",
  c: "centi",
  k: "kilo",
  M: "mega",
  G: "giga",
  T: "tera",
});
export const units: Record<string, Words> = byForm({
  ...metric("m", words("metre"), "n", "m", "c", "k"),
  ...metric("g", words("gram"), "m", "", "k"),
  ...metric("W", words("watt"), "k", "M", "G", "T"),
  ...metric("Wh", words("watt hour"), "k", "M", "G", "T"),
  ...metric("B", words("byte"), "M", "G", "T"),
  ...metric("bps", ["bit per second", "bits per second"], "M", "G"),
  ...metric("Hz", ["hertz", "hertz"], "", "k", "M", "G"),
  "mi|mi.": words("mile"),
  "yd|yds": words("yard"),
  ft: ["foot", "feet"],
  in: ["inch", "inches"],
  "sq mi|sq miles": words("square mile"),
  "sq ft": ["square foot", "square feet"],
  "sq km|km²": words("square kilometre"),
  "sq m|m²": words("square metre"),
  "m³": words("cubic metre"),
  ha: words("hectare"),
  "lb|lbs": words("pound"),
  oz: words("ounce"),
  st: ["stone", "stone"],
  ml: words("millilitre"),
  mph: ["mile per hour", "miles per hour"],
  "km/h|kph": ["kilometre per hour", "kilometres per hour"],
  mpg: ["mile per gallon", "miles per gallon"],
  ppm: ["part per million", "parts per million"],
  ppb: ["part per billion", "parts per billion"],
  "bps|bp": ["basis point", "basis points"],
  pp: ["percentage point", "percentage points"],
  pts: words("point"),
  pc: ["per cent", "per cent"],
  hp: ["horsepower", "horsepower"],
  "hr|hrs": words("hour"),
  "yr|yrs": words("year"),
  "min|mins": words("minute"),
  "sec|secs": words("second"),
  "°C|C": ["degree Celsius", "degrees Celsius"],
  "°F|F": ["degree Fahrenheit", "degrees Fahrenheit"],
  "°": words("degree"),
});
