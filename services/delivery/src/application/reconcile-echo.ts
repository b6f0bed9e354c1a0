import {
  type Delivery,
  inOrder,
  type Part,
  position,
  rank,
  reference,
} from "../domain/delivery/delivery.ts";
import { type Echo, hashOfText, type StatusReport } from "../domain/channel/inbound.ts";
import { spellingsOf } from "../domain/subscriber/phone.ts";
import type { Site } from "../domain/conversation/conversation.ts";
import { plainWords } from "../domain/conversation/templates.ts";
import type { Deps } from "./deps.ts";

/**
 * Matches an echo with a call whose answer was lost. A provider whose statuses carry no reference reports each message
 * of our number with recipient and text: an echo belongs to the oldest lost call with the same text.
 *
 * @returns a "sent" status with a reference; null when the id of the message is known, or no call fits
 */
export async function reconcileEcho(
  { messageId, to, at, textHash }: Echo,
  { deliveries, site, now }: Deps,
): Promise<StatusReport | null> {
  if ((await deliveries.byMessageIds([messageId])).length > 0) return null;
  const phones = spellingsOf(to).map((digits) => `+${digits}`);
  const [oldest] = (await deliveries.sendingTo(phones, now()))
    .flatMap((each) => lostParts(each, site))
    .filter((part) => part.textHash === textHash)
    .toSorted((one, other) => one.since - other.since);
  if (oldest === undefined) return null;
  return { messageId, status: "sent", at, code: 0, reference: oldest.reference };
}

const lostParts = (delivery: Delivery, { brand }: Site) =>
  inOrder(delivery.parts)
    .filter(([, part]) => part.rank === rank.sending && part.messageId === undefined)
    .map(([id, part]) => {
      const text = textOf(delivery, id, part, brand);
      return {
        reference: reference(delivery._id, id),
        textHash: text === null ? null : hashOfText(text),
        since: part.startedAt?.getTime() ?? 0,
      };
    });

/** The text of a part on a channel without templates and buttons; null for a voice note. */
function textOf(delivery: Delivery, id: string, part: Part, brand: string): string | null {
  const { template, language, texts, buttons } = delivery;
  if (part.form === "text") {
    return plainWords({ form: "text", body: texts[position(id)] ?? "", buttons }, brand);
  }
  if (part.form === "voice" || template === undefined) return null;
  return plainWords({ form: "template", template, language }, brand);
}
