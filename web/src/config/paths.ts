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

/** Log-in page that leads back to the choice of a plan. */
export const loginForSubscribe = `${paths.login}?redirect=subscribe`;

export const subscribeHref = (planId: number): string => `${paths.subscribe}?plan=${planId}`;

/** Sections of the landing page that the header links to, by element id. */
export const landingSections = ["features", "how-it-works", "pricing"] as const;
export type LandingSection = (typeof landingSections)[number];

export const sectionHref = (section: LandingSection | "contact"): string =>
  `${paths.landing}#${section}`;

export const withoutTrailingSlash = (pathname: string): string => pathname.replace(/(?<=.)\/$/, "");

export const isAccount = (pathname: string): boolean =>
  withoutTrailingSlash(pathname) === paths.account;
