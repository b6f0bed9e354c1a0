import { isDuplicateKey } from "@matinale/kit";
import type { Inbound } from "../domain/inbound.ts";
import { commandOf } from "../domain/keywords.ts";
import { connected } from "../domain/connection.ts";
import { consentWording } from "../domain/wording.ts";
import type { OptInCodes } from "../store/opt-in-codes.ts";
import type { Schedules } from "../store/schedules.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

export interface CodeDeps {
  codes: OptInCodes;
  schedules: Schedules;
  subscribers: SubscriberStore;
  now: () => Date;
}

/**
 * START-<code> connects the phone it comes from to the account that was shown the code. The code is used
 * up after the number is stored: a crash in between repeats what changes nothing.
 *
 * @returns ids of messages whose number belongs to another account
 */
export async function connectByCode(
  messages: readonly Inbound[],
  deps: CodeDeps,
): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const message of messages) {
    const command = commandOf(message.tap ?? message.text);
    if (command?.name !== "start" || command.code === undefined) continue;
    const userId = await deps.codes.ownerOf(command.code, deps.now());
    if (userId === null) continue;
    const phone = `+${message.from}`;
    if (await deps.subscribers.isAnothers(message.from, userId)) {
      taken.add(message.id);
      continue;
    }
    try {
      await deps.schedules.change(userId, deps.now(), (subscriber) => {
        const { channel, stopped } = subscriber;
        const same = channel?.phone === phone || channel?.waId === message.from;
        if (same) return null;
        return {
          channel: {
            ...connected(phone, channel, message.at),
            verifiedAt: message.at,
            consent: { wording: consentWording, at: message.at, phone },
          },
          newNumber: true,
          ...(stopped?.by === "site" ? { stopped } : {}),
        };
      });
      await deps.codes.use(command.code, message.from, deps.now());
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      taken.add(message.id);
    }
  }
  return taken;
}
