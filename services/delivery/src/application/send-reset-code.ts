import type { UserId } from "@matinale/contracts";
import { counter, HttpError, httpTexts } from "@matinale/kit";
import type { Message } from "../domain/channel/whatsapp.ts";
import { verdictOn } from "../domain/delivery/refusal-policy.ts";
import { resetCodeText } from "../domain/conversation/wording.ts";
import {
  languageOf,
  optedOut,
  recipientOf,
  verifiedAddresses,
} from "../domain/subscriber/subscriber.ts";
import type { Deps } from "./deps.ts";
import { isOpen, sendAtOnce } from "./send-at-once.ts";

const outcomes = counter("delivery_reset_codes_total");

/**
 * A person with a minute at an open session could connect a phone of their own, and get into the account with a code.
 * In this time the owner learns of it: identity mails that the number was replaced, and no edition comes any more. The
 * help page and the pages for a new password name it. Milliseconds.
 */
const trustedAfterMs = 72 * 3_600_000;

const notSent = (why: string) =>
  new HttpError("SERVICE_UNAVAILABLE", httpTexts.unavailable, { cause: new Error(why) });

/**
 * Sends a code for a new password to the confirmed number of a person: as text while the conversation is open,
 * else by the authentication template. Nothing is sent after a STOP from the phone, and to a new number while the
 * account can be recovered in another way. The code is not stored: neither in a delivery nor in the log.
 *
 * @param account.hasVerifiedEmail  whether the person can have a link mailed instead
 * @returns false when there is no number to which it may be sent
 * @throws HttpError SERVICE_UNAVAILABLE when it may be accepted later
 */
export async function sendResetCode(
  userId: UserId,
  code: string,
  account: { hasVerifiedEmail: boolean },
  deps: Deps,
): Promise<boolean> {
  const subscriber = await deps.subscribers.of(userId);
  const open = subscriber !== null && isOpen(subscriber, deps);
  // authentication templates need a number
  const to = open ? recipientOf(subscriber.channel) : subscriber?.channel?.phone;
  const verifiedAt = subscriber?.channel?.verifiedAt;
  if (!subscriber || verifiedAt === undefined || to === undefined || optedOut(subscriber)) {
    outcomes.inc({ outcome: "no_number" });
    return false;
  }
  const isNew = deps.now().getTime() - verifiedAt.getTime() < trustedAfterMs;
  // the first number of an account without a verified e-mail address is the only way back into it
  const hasOtherWay = async () =>
    account.hasVerifiedEmail ||
    (await deps.verifiedNumbers.hasOthers(userId, verifiedAddresses(subscriber)));
  if (isNew && (await hasOtherWay())) {
    outcomes.inc({ outcome: "new_number" });
    return false;
  }
  if (await deps.isStopped()) throw notSent("an operator has stopped sending");
  const send = async (message: Message) => {
    const reference = "reset-code:text0";
    const options = { to, message, reference, recipient: userId };
    const answer = await sendAtOnce(options, deps);
    if (answer === null) throw notSent("the rate delays the reset code for too long");
    return answer;
  };
  const language = languageOf(subscriber);
  const template = { name: "reset_code", parameters: [code], copyCode: code };
  const sendTemplate = () => send({ form: "template", template, language });
  let answer = open
    ? await send({ form: "text", body: resetCodeText(code, language) })
    : await sendTemplate();
  if (open && answer.outcome === "refused" && answer.action === "change_form") {
    answer = await sendTemplate();
  }
  outcomes.inc({ outcome: answer.outcome });
  if (answer.outcome !== "refused") return true;
  const { action } = answer;
  const verdict = verdictOn({ action, form: "template", attempt: 1 }, "at_once", 0);
  // any other refusal is final: the same message would be refused again
  if (typeof verdict !== "object") return false;
  throw notSent(`the provider refused the reset code: ${action} ${answer.code}`);
}
