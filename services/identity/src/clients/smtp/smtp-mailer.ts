import { createHash } from "node:crypto";
import { createTransport } from "nodemailer";
import { MailRefused, type Mailer } from "../../domain/mail/mail.ts";

/** The fields of nodemailer's errors that hold no address. */
interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
}

/** Codes only: the answers of mail servers contain addresses, which must not reach the logs. */
function asMailError(error: unknown): Error {
  const { code, command, responseCode, permanent } = (error ?? {}) as SmtpError;
  const facts = [code, command, responseCode].filter((fact) => fact !== undefined).join(" ");
  // refused with another command, such as AUTH, it is our set-up that is wrong: retried until it is repaired
  const isRecipientRefused = permanent === true && command === "RCPT TO";
  return isRecipientRefused
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
