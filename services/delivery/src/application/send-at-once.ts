import { setTimeout as pause } from "node:timers/promises";
import type { Answer, Message } from "../domain/channel/whatsapp.ts";
import { addressOf } from "../domain/subscriber/phone.ts";
import type { Subscriber } from "../domain/subscriber/subscriber.ts";
import type { Deps } from "./deps.ts";

/** A message that the rate would delay longer than this is not sent: identity waits 15 s for that of a code. Milliseconds. */
const longestWaitMs = 8_000;

/** Whether free text may be sent to the phone of this person now. */
export const isOpen = (
  { windowExpiresAt = new Date(0) }: Subscriber,
  { whatsapp, now }: Pick<Deps, "whatsapp" | "now">,
): boolean => whatsapp.isLinkedPhone || windowExpiresAt > now();

/**
 * Sends one message within the rate, without a delivery: it is not stored and not repeated.
 *
 * @param options.to         a number or a user id
 * @param options.recipient  whom the rate counts, as in `MessageRate`
 * @returns null when the rate would delay it for too long
 */
export async function sendAtOnce(
  options: { to: string; message: Message; reference: string; recipient: string },
  { rate, whatsapp }: Pick<Deps, "rate" | "whatsapp">,
): Promise<Answer | null> {
  const permit = await rate.reserve(options.recipient);
  if ("tooMuchForMs" in permit || permit.afterMs > longestWaitMs) return null;
  await pause(permit.afterMs);
  await rate.beforeCall();
  return whatsapp.send(addressOf(options.to), options.message, options.reference);
}
