import { expect, test } from "vitest";
import { MailRefused } from "../../domain/mail/mail.ts";
import { asMailError } from "./smtp-mailer.ts";

/** An error as nodemailer makes it from the answer of a mail server. */
const refusal = (command: string, response: string) =>
  Object.assign(new Error(response), {
    code: "EENVELOPE",
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  });

test.each([
  "550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown",
  "550-5.1.1 The email account that you tried to reach does not exist",
  "553 5.1.3 Bad recipient address syntax",
  "550 5.2.1 The email account that you tried to reach is disabled",
  "550 mailbox unavailable",
])("gives up a recipient whose mailbox takes no mail: %s", (response) => {
  expect(asMailError(refusal("RCPT TO", response))).toBeInstanceOf(MailRefused);
});

test.each([
  ["RCPT TO", "554 5.7.1 <ada@example.com>: Relay access denied"],
  ["RCPT TO", "550 5.7.1 Daily sending quota exceeded"],
  ["RCPT TO", "550 5.1.8 <bonjour@matinale.test>: Sender address rejected: Domain not found"],
  ["RCPT TO", "554 Transaction failed"],
  ["RCPT TO", "451 4.7.1 Greylisting in action"],
  ["MAIL FROM", "550 5.1.1 Sender unknown"],
  ["DATA", "550 5.7.26 Unauthenticated mail is rejected"],
])("retries when %s is refused for another reason: %s", (command, response) => {
  const error = asMailError(refusal(command, response));
  expect(error).not.toBeInstanceOf(MailRefused);
  expect(error.message).toContain("took no mail");
});

test("names the codes of the answer, and no address", () => {
  const { message } = asMailError(
    refusal("RCPT TO", "554 5.7.1 <ada@example.com>: Relay access denied"),
  );
  expect(message).toBe("the mail server took no mail: EENVELOPE RCPT TO 554 5.7.1");
});
