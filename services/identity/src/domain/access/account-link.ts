import { retention, type Language } from "@matinale/contracts";

/** What the bearer of a link may do. A link of one purpose is refused for every other. */
export const linkPurposes = ["verify_email", "reset_password", "confirm_email"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const linkLifetimeMs: Record<LinkPurpose, number> = {
  verify_email: retention.emailLinkHours * hourMs,
  reset_password: retention.resetLinkMinutes * minuteMs,
  confirm_email: retention.emailLinkHours * hourMs,
};

/**
 * Mails with open links of one purpose that an account may have at the same time, mails to its former addresses
 * included. Beyond it no mail is sent, so that an account cannot flood the mailboxes of other people.
 */
export const openLinksAtMost = 6;

/**
 * The page of the site that uses a link has the name of the purpose.
 *
 * @param site            the configured address of the site, never one from a request
 * @param query.language  the page is in the language of the mail, whatever the browser showed before
 * @param query.planId    the plan that the reader chooses after the log-in
 */
export function addressOfLink(
  site: string,
  purpose: LinkPurpose,
  { token, language, planId }: { token: string; language: Language; planId?: number | undefined },
): string {
  const url = new URL(`/${purpose.replace("_", "-")}`, site);
  url.searchParams.set("token", token);
  url.searchParams.set("lang", language);
  if (planId !== undefined) {
    url.searchParams.set("redirect", "subscribe");
    url.searchParams.set("plan", String(planId));
  }
  return url.href;
}
