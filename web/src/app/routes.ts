import { paths, withoutTrailingSlash } from "../config/paths.ts";
import type { TextFile } from "../i18n/text-files.ts";

export interface PageRoute {
  /** "*" matches every address that no other row matches. */
  path: string;
  /** File of the page, in `features/`, without its extension; its default export is the component. */
  file: string;
  /** Texts that the page shows, beside the texts of every page. */
  texts: readonly TextFile[];
  /** Whether the build renders the page to HTML; the browser renders the other pages. */
  prerendered: boolean;
  /**
   * What happens to a visitor without a session: nothing, the router redirects to the log-in, or the
   * page itself decides.
   */
  session: "none" | "required" | "checked-by-page";
}

/** Every page of the site. The router and the build derive from this table; scripts read it without a browser. */
export const routes = {
  landing: {
    path: paths.landing,
    file: "landing/landing-page",
    texts: ["contact", "front", "landing"],
    prerendered: true,
    session: "none",
  },
  login: {
    path: paths.login,
    file: "auth/login-page",
    texts: ["auth"],
    prerendered: true,
    session: "none",
  },
  "sign-up": {
    path: paths.signup,
    file: "auth/sign-up-page",
    texts: ["auth"],
    prerendered: true,
    session: "none",
  },
  "forgot-password": {
    path: paths.forgotPassword,
    file: "auth/forgot-password-page",
    texts: ["auth", "recovery"],
    prerendered: true,
    session: "none",
  },
  "reset-password": {
    path: paths.resetPassword,
    file: "auth/reset-password-page",
    texts: ["auth", "recovery"],
    prerendered: true,
    session: "none",
  },
  "verify-email": {
    path: paths.verifyEmail,
    file: "auth/verify-email-page",
    texts: ["recovery"],
    prerendered: true,
    session: "none",
  },
  "confirm-email": {
    path: paths.confirmEmail,
    file: "auth/confirm-email-page",
    texts: ["recovery"],
    prerendered: true,
    session: "none",
  },
  account: {
    path: paths.account,
    file: "account/account-page",
    texts: ["account", "auth", "membership", "settings"],
    prerendered: false,
    session: "checked-by-page",
  },
  settings: {
    path: paths.settings,
    file: "settings/settings-page",
    texts: ["account", "settings"],
    prerendered: false,
    session: "checked-by-page",
  },
  subscribe: {
    path: paths.subscribe,
    file: "subscribe/subscribe-page",
    texts: ["subscribe"],
    prerendered: false,
    session: "checked-by-page",
  },
  "message-status": {
    path: paths.messageStatus,
    file: "message-status/message-status-page",
    texts: ["status"],
    prerendered: false,
    session: "required",
  },
  terms: {
    path: paths.terms,
    file: "legal/terms-page",
    texts: ["terms"],
    prerendered: true,
    session: "none",
  },
  privacy: {
    path: paths.privacy,
    file: "legal/privacy-page",
    texts: ["privacy"],
    prerendered: true,
    session: "none",
  },
  cookies: {
    path: paths.cookies,
    file: "legal/cookies-page",
    texts: ["cookies"],
    prerendered: true,
    session: "none",
  },
  legal: {
    path: paths.legal,
    file: "legal/legal-notice-page",
    texts: ["legal"],
    prerendered: true,
    session: "none",
  },
  help: {
    path: paths.help,
    file: "help/help-page",
    texts: ["help"],
    prerendered: true,
    session: "none",
  },
  "service-status": {
    path: paths.status,
    file: "service-status/service-status-page",
    texts: ["serviceStatus"],
    prerendered: true,
    session: "none",
  },
  partners: {
    path: paths.partners,
    file: "partners/partners-page",
    texts: ["partners"],
    prerendered: true,
    session: "none",
  },
  "api-reference": {
    path: paths.api,
    file: "api-reference/api-reference-page",
    texts: ["apiReference"],
    prerendered: true,
    session: "none",
  },
  contact: {
    path: paths.contact,
    file: "contact/contact-page",
    texts: ["contact"],
    prerendered: true,
    session: "none",
  },
  "not-found": {
    path: "*",
    file: "not-found/not-found-page",
    texts: [],
    prerendered: true,
    session: "none",
  },
} as const satisfies Record<string, PageRoute>;

export type PageName = keyof typeof routes;

const signedInPaths = new Set<string>(
  Object.values(routes)
    .filter(({ session }) => session !== "none")
    .map(({ path }) => path),
);

/** Whether the page at an address is shown to visitors without a session. */
export const isPublic = (pathname: string): boolean =>
  !signedInPaths.has(withoutTrailingSlash(pathname));
