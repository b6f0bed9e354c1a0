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

export class Inbox {
  readonly #mails: ReceivedMail[] = [];
  readonly #now: () => number;
  readonly #changes: Changes;

  constructor(now: () => number, changes: Changes) {
    this.#now = now;
    this.#changes = changes;
  }

  /** @param raw  the message as SMTP transfers it (RFC 5322) */
  async receive(raw: Buffer, envelope: { from: string; to: string[] }): Promise<void> {
    const { messageId = "", subject = "", text = "", html = "" } = await PostalMime.parse(raw);
    this.#mails.push({
      id: randomUUID(),
      messageId,
      ...envelope,
      subject,
      text,
      html,
      receivedAt: this.#now(),
      links: linksOf(html),
    });
    if (this.#mails.length > atMost) this.#mails.shift();
    this.#changes.emit("change", "mail");
  }

  /**
   * Oldest first.
   *
   * @param to  only the mails to this address; upper and lower case make no difference
   */
  list(to?: string): readonly ReceivedMail[] {
    if (to === undefined) return this.#mails;
    const wanted = to.toLowerCase();
    return this.#mails.filter((mail) => mail.to.some((each) => each.toLowerCase() === wanted));
  }

  find(id: string): ReceivedMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  clear(): void {
    this.#mails.splice(0);
  }
}
