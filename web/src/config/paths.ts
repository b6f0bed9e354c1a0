/** Every address of the site, in one place. */
export const paths = {
  landing: "/",
  signup: "/signup",
  login: "/login",
  account: "/account",
  settings: "/settings",
  subscribe: "/subscribe",
  messageStatus: "/message-status",
} as const;

/** Of the pages that a log-in may lead to, the one that asks for it. */
export const loginForSubscribe = `${paths.login}?redirect=subscribe`;

export const subscribeHref = (planId: number): string => `${paths.subscribe}?plan=${planId}`;

/** Sections of the landing page that the header links to, by element id. */
export const landingSections = ["features", "how-it-works", "pricing"] as const;
export type LandingSection = (typeof landingSections)[number];

export const sectionHref = (section: LandingSection | "contact"): string =>
  `${paths.landing}#${section}`;

const forReaders = new Set<string>([
  paths.account,
  paths.settings,
  paths.subscribe,
  paths.messageStatus,
]);

const withoutLastSlash = (pathname: string): string => pathname.replace(/(?<=.)\/$/, "");

/** Whether a page is shown without a session. */
export const isForEverybody = (pathname: string): boolean =>
  !forReaders.has(withoutLastSlash(pathname));

export const isAccount = (pathname: string): boolean =>
  withoutLastSlash(pathname) === paths.account;
