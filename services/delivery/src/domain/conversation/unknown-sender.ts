import { type ReplyName, replyText, type Site } from "./conversation.ts";
import type { Inbound } from "../channel/inbound.ts";
import { type Command, commandOf } from "./keywords.ts";

/** Somebody whom no account knows is answered once in this time, whatever they write. Milliseconds. */
export const unknownSenderReplyEveryMs = 3_600_000;

/**
 * What to say to a number that belongs to nobody: most often a START whose code has been used or is
 * over, or the STOP of a phone whose number somebody else had typed. In both languages, since theirs is
 * not known. Sounds, pictures and old messages get no answer.
 *
 * @returns null when there is nothing to say
 */
export function unknownSenderReply(message: Inbound, site: Site, now: Date): string | null {
  if (message.text.trim() === "") return null;
  if (now.getTime() - message.at.getTime() > unknownSenderReplyEveryMs) return null;
  const name = nameOf(commandOf(message.text));
  return (["fr", "en"] as const).map((language) => replyText(name, language, site)).join("\n\n");
}

function nameOf(command: Command | null): ReplyName {
  if (command?.name === "stop") return "unknown_sender_stopped";
  return command?.name === "start" && command.code !== undefined ? "code_over" : "unknown_sender";
}
