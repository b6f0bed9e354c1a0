export interface Mail {
  /** Stays the same when the mail is sent again, so that mail programs show it once. */
  id: string;
  to: string;
  /** Where an answer goes; by default to the sender of the mail. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /**
   * The messages of its errors have codes only: what a server answers often contains the address.
   *
   * @throws MailRefused when the server refuses this recipient for good
   * @throws another Error when the mail may be taken later
   */
  send(mail: Mail): Promise<void>;
}

export class MailRefused extends Error {
  override readonly name = "MailRefused";
}
