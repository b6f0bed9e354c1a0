import { type ReplyName, replyText, type Site } from "./conversation.ts";
import type { Inbound } from "../channel/inbound.ts";
import { type Command, commandOf } from "./keywords.ts";

/** A number without an account gets at most one reply in this time. Milliseconds. */
export const unknownSenderReplyEveryMs = 3_600_000;

/**
 * The reply to a number without an account: usually to START with a used or expired code, or to STOP from a
 * phone whose number another person has typed. In both languages, because the language of the sender is
 * unknown. Voice notes, pictures without words and old messages get no reply.
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
