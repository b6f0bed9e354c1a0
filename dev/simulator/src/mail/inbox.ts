import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import type { Changes } from "../changes.ts";

/** A received mail. Times are epoch milliseconds. */
export interface ReceivedMail {
  id: string;
  /** The header Message-ID. */
  messageId: string;
  from: string;
  /** Addresses of the envelope. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  receivedAt: number;
  /** Addresses of the links in the HTML, in their order, each once. */
  links: string[];
}

/** Older mails are dropped. */
const atMost = 500;

const linksOf = (html: string): string[] => {
  const found = [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)];
  return [...new Set(found.map(([, url = ""]) => url.replaceAll("&amp;", "&")))];
};

export type Inbox = ReturnType<typeof createInbox>;

export function createInbox(now: () => number, changes: Changes) {
  const mails: ReceivedMail[] = [];
  return {
    /** @param raw  the message as SMTP transfers it (RFC 5322) */
    async receive(raw: Buffer, envelope: { from: string; to: string[] }): Promise<void> {
      const { messageId = "", subject = "", text = "", html = "" } = await PostalMime.parse(raw);
      const message = { messageId, ...envelope, subject, text, html, links: linksOf(html) };
      mails.push({ id: randomUUID(), ...message, receivedAt: now() });
      if (mails.length > atMost) mails.shift();
      changes.emit("change", "mail");
    },
    /** Oldest first. @param to  only the mails to this address; upper and lower case make no difference */
    list(to?: string): readonly ReceivedMail[] {
      if (to === undefined) return mails;
      const wanted = to.toLowerCase();
      return mails.filter((mail) => mail.to.some((each) => each.toLowerCase() === wanted));
    },
    find: (id: string): ReceivedMail | undefined => mails.find((mail) => mail.id === id),
    clear: (): void => void mails.splice(0),
  };
}
