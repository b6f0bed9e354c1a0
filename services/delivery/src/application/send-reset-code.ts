import { setTimeout as pause } from "node:timers/promises";
import type { UserId } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import type { Answer, Message } from "../domain/channel/whatsapp.ts";
import { resetCodeText } from "../domain/conversation/wording.ts";
import { addressOf } from "../domain/subscriber/phone.ts";
import {
  languageOf,
  optedOut,
  recipientOf,
  type Subscriber,
} from "../domain/subscriber/subscriber.ts";
import type { Deps } from "./deps.ts";

const outcomes = counter("delivery_reset_codes_total");

/** Identity waits this long for a permit; then it tries again with a new code. Milliseconds. */
const longestWaitMs = 8_000;

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

async function sendInTurn(
  to: string,
  message: Message,
  userId: UserId,
  { rate, whatsapp }: Deps,
): Promise<Answer> {
  const permit = await rate.reserve(userId);
  if ("tooMuchForMs" in permit || permit.afterMs > longestWaitMs) {
    throw new CodeNotSent("the rate delays the reset code for too long");
  }
  await pause(permit.afterMs);
  return whatsapp.send(addressOf(to), message, "reset-code:text0");
}

/**
 * Sends a code for a new password to the confirmed number of a person: as text while the conversation is open,
 * else by the authentication template. Nothing is sent after a STOP from the phone.
 *
 * @returns false when there is no number to which it may be sent
 * @throws CodeNotSent when it may be accepted later
 */
export async function sendResetCode(userId: UserId, code: string, deps: Deps): Promise<boolean> {
  const subscriber = await deps.subscribers.of(userId);
  const to = recipientOf(subscriber?.channel);
  if (!subscriber?.channel?.verifiedAt || to === undefined || optedOut(subscriber)) {
    outcomes.inc({ outcome: "no_number" });
    return false;
  }
  if (await deps.isStopped()) throw new CodeNotSent("an operator has stopped sending");
  const { window } = deps.whatsapp.abilities;
  const isOpen = !window || (subscriber.windowExpiresAt ?? new Date(0)) > deps.now();
  const messages = messagesWith(code, subscriber);
  let answer = await sendInTurn(to, isOpen ? messages.text : messages.template, userId, deps);
  if (answer.outcome === "refused" && answer.action === "change_form" && isOpen) {
    answer = await sendInTurn(to, messages.template, userId, deps);
  }
  outcomes.inc({ outcome: answer.outcome });
  if (answer.outcome !== "refused") return true;
  const isFinal = answer.action === "recipient" || answer.action === "opted_out";
  if (isFinal) return false;
  throw new CodeNotSent(`the provider refused the reset code: ${answer.action} ${answer.code}`);
}
