import type { Language } from "@matinale/contracts/browser";

const french = {
  site: () => import("./languages/fr/site.json"),
  account: () => import("./languages/fr/account.json"),
  auth: () => import("./languages/fr/auth.json"),
  front: () => import("./languages/fr/front.json"),
  landing: () => import("./languages/fr/landing.json"),
  membership: () => import("./languages/fr/membership.json"),
  profile: () => import("./languages/fr/profile.json"),
  recovery: () => import("./languages/fr/recovery.json"),
  settings: () => import("./languages/fr/settings.json"),
  status: () => import("./languages/fr/status.json"),
  subscribe: () => import("./languages/fr/subscribe.json"),
  apiReference: () => import("./languages/fr/apiReference.json"),
  contact: () => import("./languages/fr/contact.json"),
  cookies: () => import("./languages/fr/cookies.json"),
  help: () => import("./languages/fr/help.json"),
  legal: () => import("./languages/fr/legal.json"),
  partners: () => import("./languages/fr/partners.json"),
  privacy: () => import("./languages/fr/privacy.json"),
  serviceStatus: () => import("./languages/fr/serviceStatus.json"),
  terms: () => import("./languages/fr/terms.json"),
};

type Files = typeof french;
type Content<Name extends keyof Files> = Awaited<ReturnType<Files[Name]>>["default"];

/** A file of texts that is loaded with the pages that show them. */
export type TextFile = Exclude<keyof Files, "site">;

/** All texts of the site: those of every page, and those of single pages under the name of their file. */
export type Texts = Content<"site"> & { [Name in TextFile]: Content<Name> };

const englishFiles = import.meta.glob(["./languages/en/*.json", "!**/meta.json"]);

/** A test compares the keys of both languages. */
const english = Object.fromEntries(
  Object.keys(french).map((name) => [name, englishFiles[`./languages/en/${name}.json`]]),
) as { [Name in keyof Files]: () => Promise<{ default: Content<Name> }> };

export const textFiles: Record<Language, typeof english> = { fr: french, en: english };
