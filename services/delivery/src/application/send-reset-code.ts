import type { UserId } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import type { Message } from "../domain/channel/whatsapp.ts";
import { resetCodeText } from "../domain/conversation/wording.ts";
import { addressOf } from "../domain/subscriber/phone.ts";
import {
  languageOf,
  optedOut,
  recipientOf,
  type Subscriber,
  verifiedAddresses,
} from "../domain/subscriber/subscriber.ts";
import type { Deps } from "./deps.ts";
import { isOpen, sendAtOnce } from "./send-at-once.ts";

const outcomes = counter("delivery_reset_codes_total");

/** Identity waits this long for a permit; then it tries again with a new code. Milliseconds. */
const longestWaitMs = 8_000;

/**
 * A person with a minute at an open session could connect a phone of their own, and get into the account with a code.
 * In this time the owner learns of it: identity mails that the number was replaced, and no edition comes any more. The
 * help page and the pages for a new password name it. Milliseconds.
 */
const trustedAfterMs = 72 * 3_600_000;

/** Thrown when the code may be accepted later. */
export class CodeNotSent extends Error {
  override readonly name = "CodeNotSent";
}

/** The code is not stored: neither in a delivery nor in the log. */
function messagesWith(code: string, subscriber: Subscriber): Record<"text" | "template", Message> {
  const language = languageOf(subscriber);
  const template = { name: "reset_code", parameters: [code], copyCode: code };
  return {
    text: { form: "text", body: resetCodeText(code, language) },
    template: { form: "template", template, language },
  };
}

/**
 * Whether a number was confirmed long enough ago for codes, or is the only way back into the account: the first number
 * of an account without a verified e-mail address.
 */
async function isTrusted(
  subscriber: Subscriber,
  verifiedAt: Date,
  { hasVerifiedEmail }: { hasVerifiedEmail: boolean },
  { verifiedNumbers, now }: Deps,
): Promise<boolean> {
  if (now().getTime() - verifiedAt.getTime() >= trustedAfterMs) return true;
  if (hasVerifiedEmail) return false;
  return !(await verifiedNumbers.hasOthers(subscriber._id, verifiedAddresses(subscriber)));
}

/**
 * Sends a code for a new password to the confirmed number of a person: as text while the conversation is open,
 * else by the authentication template. Nothing is sent after a STOP from the phone, and to a new number while the
 * account can be recovered in another way.
 *
 * @param account.hasVerifiedEmail  whether the person can have a link mailed instead
 * @returns false when there is no number to which it may be sent
 * @throws CodeNotSent when it may be accepted later
 */
export async function sendResetCode(
  userId: UserId,
  code: string,
  account: { hasVerifiedEmail: boolean },
  deps: Deps,
): Promise<boolean> {
  const subscriber = await deps.subscribers.of(userId);
  const to = recipientOf(subscriber?.channel);
  const verifiedAt = subscriber?.channel?.verifiedAt;
  if (!subscriber || verifiedAt === undefined || to === undefined || optedOut(subscriber)) {
    outcomes.inc({ outcome: "no_number" });
    return false;
  }
  if (!(await isTrusted(subscriber, verifiedAt, account, deps))) {
    outcomes.inc({ outcome: "new_number" });
    return false;
  }
  if (await deps.isStopped()) throw new CodeNotSent("an operator has stopped sending");
  const send = async (message: Message) => {
    const answer = await sendAtOnce(
      {
        to: addressOf(to),
        message,
        reference: "reset-code:text0",
        recipient: userId,
        longestWaitMs,
      },
      deps,
    );
    if (answer === null) throw new CodeNotSent("the rate delays the reset code for too long");
    return answer;
  };
  const { text, template } = messagesWith(code, subscriber);
  const open = isOpen(subscriber, deps);
  let answer = await send(open ? text : template);
  if (answer.outcome === "refused" && answer.action === "change_form" && open) {
    answer = await send(template);
  }
  outcomes.inc({ outcome: answer.outcome });
  if (answer.outcome !== "refused") return true;
  const isFinal = answer.action === "recipient" || answer.action === "opted_out";
  if (isFinal) return false;
  throw new CodeNotSent(`the provider refused the reset code: ${answer.action} ${answer.code}`);
}
