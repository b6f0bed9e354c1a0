import { z } from "zod";
import { CheckFailed, type CheckResult, timeoutMs } from "./check.ts";

/** Codes only: the answers of mail servers contain addresses. */
const smtpError = z.object({ code: z.string().optional(), responseCode: z.number().optional() });

/** Whether the mail server takes the log-in, in production with TLS. Sends nothing. */
export async function mailServer(url: string, isProduction: boolean): Promise<CheckResult> {
  // only the image of the service that sends mail contains this library
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    requireTLS: isProduction,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await transport.verify();
  } catch (error) {
    const { code, responseCode } = smtpError.catch({}).parse(error);
    const facts = [code, responseCode].filter((fact) => fact !== undefined).join(" ");
    throw new CheckFailed(
      `the mail server refuses the log-in or is away (${facts}): check SMTP_URL`,
    );
  } finally {
    transport.close();
  }
  return { message: "the mail server takes the log-in" };
}
