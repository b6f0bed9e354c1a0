export const paths = {
  landing: "/",
  signup: "/signup",
  login: "/login",
  forgotPassword: "/forgot-password",
  /** Links in mails lead to the next three, with `?token=`. */
  resetPassword: "/reset-password",
  verifyEmail: "/verify-email",
  confirmEmail: "/confirm-email",
  account: "/account",
  settings: "/settings",
  subscribe: "/subscribe",
  messageStatus: "/message-status",
  terms: "/terms",
  privacy: "/privacy",
  cookies: "/cookies",
  legal: "/legal",
  help: "/help",
  status: "/status",
  partners: "/partners",
  /** The page about the API; /api is the API itself. */
  api: "/developers",
  contact: "/contact",
} as const;

/** Query of the log-in and of the sign-up that leads back to the choice of a plan. */
export const redirectToSubscribe = "?redirect=subscribe";

/** Tabs of the account and of the settings. */
export const subscriptionTab = `${paths.account}?tab=subscription`;
export const settingsTabs = {
  profile: `${paths.settings}?tab=profile`,
  preferences: `${paths.settings}?tab=preferences`,
};

export const subscribeHref = (planId: number): string => `${paths.subscribe}?plan=${planId}`;

export const refundHref = (invoice: string): string =>
  `${paths.contact}?topic=refund&invoice=${encodeURIComponent(invoice)}`;

/** Sections of the landing page that the header links to, by element id. */
export const landingSections = ["features", "how-it-works", "pricing"] as const;
export type LandingSection = (typeof landingSections)[number];

export const sectionHref = (section: LandingSection | "contact"): string =>
  `${paths.landing}#${section}`;

export const withoutTrailingSlash = (pathname: string): string => pathname.replace(/(.)\/$/, "$1");
