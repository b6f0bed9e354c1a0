import { createHash } from "node:crypto";
import { createTransport } from "nodemailer";
import { MailRefused, type Mailer } from "../../domain/mail/mail.ts";

/** The fields of nodemailer's errors that are read here. */
interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  /** The whole answer of the server; it often contains the address. */
  response?: string;
}

/**
 * Enhanced status codes (RFC 3463) that say that the mailbox of the recipient does not exist or takes no mail: 5.1.x
 * and 5.2.x, without 5.1.7 and 5.1.8, which are about our own address. A server may refuse our address, our account
 * (5.7.x) or our quota at RCPT TO, too: such mails are retried until the set-up is repaired.
 */
const recipientRefused = /^5\.(?:1\.(?![78]$)|2\.)/;

/** The error to throw, with codes only: the answers of mail servers contain addresses, which must not reach the logs. */
export function asMailError(error: unknown): Error {
  const { code, command, responseCode, response = "" } = (error ?? {}) as SmtpError;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const facts = [code, command, responseCode, status]
    .filter((fact) => fact !== undefined)
    .join(" ");
  // servers without enhanced status codes answer 550 when the mailbox does not exist
  const isRefused = status === undefined ? responseCode === 550 : recipientRefused.test(status);
  return command === "RCPT TO" && isRefused
    ? new MailRefused(`the mail server refused the recipient: ${facts}`)
    : new Error(`the mail server took no mail: ${facts || "unknown error"}`);
}

/**
 * A hash of the mail's id, which may have characters that no Message-ID has, such as a colon (RFC 5322, section 3.6.4).
 * The same mail gets the same one again.
 */
const messageIdOf = (id: string, domain: string): string =>
  `<${createHash("sha256").update(id).digest("hex")}@${domain}>`;

export interface SmtpSettings {
  url: string;
  /** An address with an optional name: `Matinale <bonjour@example.com>`. */
  from: string;
  requireTls: boolean;
}

/** Sends mail through one SMTP server, over at most two connections that stay open while there is mail. */
export function smtpMailer({ url, from, requireTls }: SmtpSettings): Mailer & { close(): void } {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      requireTLS: requireTls,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? "localhost";
  return {
    send: async ({ id, to, replyTo, subject, text, html }) => {
      try {
        await transport.sendMail({
          // an object: nodemailer would split a text with a comma into several recipients
          to: { name: "", address: to },
          ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
          subject,
          text,
          html,
          messageId: messageIdOf(id, domain),
          // RFC 3834: no automatic answers
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (error) {
        throw asMailError(error);
      }
    },
    close: () => transport.close(),
  };
}
