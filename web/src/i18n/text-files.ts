import type { Language } from "@matinale/contracts/browser";
import type account from "./languages/fr/account.json";
import type auth from "./languages/fr/auth.json";
import type front from "./languages/fr/front.json";
import type landing from "./languages/fr/landing.json";
import type membership from "./languages/fr/membership.json";
import type settings from "./languages/fr/settings.json";
import type site from "./languages/fr/site.json";
import type status from "./languages/fr/status.json";
import type subscribe from "./languages/fr/subscribe.json";

/** Texts that are loaded with the pages that show them. */
export interface PageTexts {
  account: typeof account;
  auth: typeof auth;
  front: typeof front;
  landing: typeof landing;
  membership: typeof membership;
  settings: typeof settings;
  status: typeof status;
  subscribe: typeof subscribe;
}

/** All texts of the site. */
export type Texts = typeof site & PageTexts;

export type TextPart = keyof PageTexts;

type Load<Content> = () => Promise<{ default: Content }>;
type Files = { site: Load<typeof site> } & { [Part in TextPart]: Load<PageTexts[Part]> };

/** Loads one file: texts of one language and one part of the site. */
export const textFiles: Record<Language, Files> = {
  fr: {
    site: () => import("./languages/fr/site.json"),
    account: () => import("./languages/fr/account.json"),
    auth: () => import("./languages/fr/auth.json"),
    front: () => import("./languages/fr/front.json"),
    landing: () => import("./languages/fr/landing.json"),
    membership: () => import("./languages/fr/membership.json"),
    settings: () => import("./languages/fr/settings.json"),
    status: () => import("./languages/fr/status.json"),
    subscribe: () => import("./languages/fr/subscribe.json"),
  },
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
