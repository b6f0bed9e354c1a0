import type { TextPart } from "../i18n/text-files.ts";

/** What each page says, beside the texts of every page; the name is that of its file in app/routes. */
export const pageTexts = {
  landing: ["landing"],
  login: ["auth"],
  "sign-up": ["auth"],
  account: ["account", "auth", "membership", "settings"],
  settings: ["account", "auth", "settings"],
  subscribe: ["subscribe"],
  "message-status": ["status"],
  "not-found": [],
} as const satisfies Record<string, readonly TextPart[]>;

export type PageName = keyof typeof pageTexts;
