import type { Language } from "@matinale/contracts/browser";

const french = {
  site: () => import("./languages/fr/site.json"),
  account: () => import("./languages/fr/account.json"),
  auth: () => import("./languages/fr/auth.json"),
  front: () => import("./languages/fr/front.json"),
  landing: () => import("./languages/fr/landing.json"),
  membership: () => import("./languages/fr/membership.json"),
  settings: () => import("./languages/fr/settings.json"),
  status: () => import("./languages/fr/status.json"),
  subscribe: () => import("./languages/fr/subscribe.json"),
};

type Files = typeof french;
type Content<Name extends keyof Files> = Awaited<ReturnType<Files[Name]>>["default"];

/** A file of texts that is loaded with the pages that show them. */
export type TextFile = Exclude<keyof Files, "site">;

/** All texts of the site: those of every page, and those of single pages under the name of their file. */
export type Texts = Content<"site"> & { [Name in TextFile]: Content<Name> };

/** Loads one file of texts, in one language. */
export const textFiles: Record<
  Language,
  { [Name in keyof Files]: () => Promise<{ default: Content<Name> }> }
> = {
  fr: french,
  en: {
    site: () => import("./languages/en/site.json"),
    account: () => import("./languages/en/account.json"),
    auth: () => import("./languages/en/auth.json"),
    front: () => import("./languages/en/front.json"),
    landing: () => import("./languages/en/landing.json"),
    membership: () => import("./languages/en/membership.json"),
    settings: () => import("./languages/en/settings.json"),
    status: () => import("./languages/en/status.json"),
    subscribe: () => import("./languages/en/subscribe.json"),
  },
};
