import { paths, withoutTrailingSlash } from "../config/paths.ts";
import type { TextFile } from "../i18n/text-files.ts";

export interface PageRoute {
  /** "*" matches every address that no other row matches. */
  path: string;
  /** File of the page, in `features/`, without "-page.tsx"; its default export is the component. */
  file: string;
  /** Texts that the page shows, beside the texts of every page. */
  texts: readonly TextFile[];
  /** The build renders public pages to HTML. The others decide what a visitor without a session sees. */
  isPublic: boolean;
}

type Row = [path: string, file: string, ...texts: TextFile[]];
const publicPage = (...[path, file, ...texts]: Row) => ({ path, file, texts, isPublic: true });
const accountPage = (...[path, file, ...texts]: Row) => ({ path, file, texts, isPublic: false });

/** Every page of the site. The router and the build derive from this table; scripts read it without a browser. */
export const routes = {
  landing: publicPage(paths.landing, "landing/landing", "contact", "front", "landing"),
  login: publicPage(paths.login, "auth/login", "auth"),
  "sign-up": publicPage(paths.signup, "auth/sign-up", "auth"),
  "forgot-password": publicPage(paths.forgotPassword, "auth/forgot-password", "auth", "recovery"),
  "reset-password": publicPage(paths.resetPassword, "auth/reset-password", "auth", "recovery"),
  "verify-email": publicPage(paths.verifyEmail, "auth/verify-email", "recovery"),
  "confirm-email": publicPage(paths.confirmEmail, "auth/confirm-email", "recovery"),
  account: accountPage(
    paths.account,
    "account/account",
    "account",
    "auth",
    "membership",
    "settings",
  ),
  settings: accountPage(paths.settings, "settings/settings", "account", "settings"),
  subscribe: accountPage(paths.subscribe, "subscribe/subscribe", "subscribe"),
  "message-status": accountPage(
    paths.messageStatus,
    "message-status/message-status",
    "account",
    "status",
  ),
  terms: publicPage(paths.terms, "legal/legal", "terms"),
  privacy: publicPage(paths.privacy, "legal/legal", "privacy"),
  cookies: publicPage(paths.cookies, "legal/legal", "cookies"),
  legal: publicPage(paths.legal, "legal/legal", "legal"),
  help: publicPage(paths.help, "help/help", "account", "help"),
  "service-status": publicPage(paths.status, "service-status/service-status", "serviceStatus"),
  partners: publicPage(paths.partners, "partners/partners", "partners"),
  "api-reference": publicPage(paths.api, "api-reference/api-reference", "apiReference"),
  contact: publicPage(paths.contact, "contact/contact", "contact"),
  "not-found": publicPage("*", "not-found/not-found"),
} satisfies Record<string, PageRoute>;

export type PageName = keyof typeof routes;

const signedInPaths = new Set<string>(
  Object.values(routes)
    .filter((route) => !route.isPublic)
    .map(({ path }) => path),
);

/** Whether the page at an address is shown to visitors without a session. */
export const isPublic = (pathname: string): boolean =>
  !signedInPaths.has(withoutTrailingSlash(pathname));
