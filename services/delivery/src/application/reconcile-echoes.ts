import {
  type Delivery,
  inOrder,
  type Part,
  position,
  rank,
  reference,
} from "../domain/delivery/delivery.ts";
import { type Echo, hashOfText, type StatusReport } from "../domain/channel/inbound.ts";
import { digitsOf, spellingsOf } from "../domain/subscriber/phone.ts";
import type { Site } from "../domain/conversation/conversation.ts";
import { plainWords } from "../domain/conversation/templates.ts";
import type { Deps } from "./deps.ts";

/**
 * Matches echoes with calls whose answer was lost. A provider whose statuses carry no reference reports each
 * message of our number with recipient and text: an echo belongs to the oldest lost call with the same text.
 * Echoes of messages with a known id are ignored.
 */
export async function reconcileEchoes(
  echoes: readonly Echo[],
  { deliveries, site, now }: Deps,
): Promise<StatusReport[]> {
  if (echoes.length === 0) return [];
  const sentBefore = await deliveries.byMessageIds(echoes.map(({ messageId }) => messageId));
  const ids = new Set(sentBefore.flatMap(({ messageIds }) => messageIds));
  const unmatched = echoes.filter(({ messageId }) => !ids.has(messageId));
  if (unmatched.length === 0) return [];
  const phones = unmatched.flatMap(({ to }) => spellingsOf(to).map((digits) => `+${digits}`));
  const lost = (await deliveries.sendingTo(phones, now())).flatMap((each) => lostParts(each, site));
  lost.sort((one, other) => one.since - other.since);
  const reports: StatusReport[] = [];
  for (const { messageId, to, at, textHash } of unmatched) {
    const spellings = spellingsOf(to);
    const index = lost.findIndex(
      (part) => spellings.includes(part.to) && part.textHash === textHash,
    );
    const [found] = index === -1 ? [] : lost.splice(index, 1);
    if (found === undefined) continue;
    reports.push({ messageId, status: "sent", at, code: 0, reference: found.reference });
  }
  return reports;
}

function lostParts(delivery: Delivery, { brand }: Site) {
  const { recipient } = delivery;
  if (recipient === undefined) return [];
  return inOrder(delivery.parts)
    .filter(([, part]) => part.rank === rank.sending && part.messageId === undefined)
    .map(([id, part]) => {
      const text = textOf(delivery, id, part, brand);
      return {
        reference: reference(delivery._id, id),
        to: digitsOf(recipient),
        textHash: text === null ? null : hashOfText(text),
        since: part.startedAt?.getTime() ?? 0,
      };
    });
}

/** The text of a part on a channel without templates and buttons; null for a voice note. */
function textOf(delivery: Delivery, id: string, part: Part, brand: string): string | null {
  const { template, language, texts, buttons } = delivery;
  if (part.form === "text") {
    return plainWords({ form: "text", body: texts[position(id)] ?? "", buttons }, brand);
  }
  if (part.form === "voice" || template === undefined) return null;
  return plainWords({ form: "template", template, language }, brand);
}
