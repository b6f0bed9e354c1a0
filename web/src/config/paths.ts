/** Every address of the site, in one place. */
export const paths = {
  landing: "/",
  signup: "/signup",
  login: "/login",
  account: "/account",
  settings: "/settings",
  messageStatus: "/message-status",
} as const;

/** Sections of the landing page that the header links to, by element id. */
export const landingSections = ["features", "how-it-works", "pricing"] as const;
export type LandingSection = (typeof landingSections)[number];

export const sectionHref = (section: LandingSection): string => `${paths.landing}#${section}`;
