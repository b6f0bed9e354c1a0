import { type AnswerName, answerText, type Site } from "./conversation.ts";
import type { Inbound } from "../channel/inbound.ts";
import { type Command, commandOf } from "./keywords.ts";

/** Somebody whom no account knows is answered once in this time, whatever they write. Milliseconds. */
export const strangerPatienceMs = 3_600_000;

/**
 * What to say to a number that belongs to nobody: most often a START whose code has been used or is
 * over, or the STOP of a phone whose number somebody else had typed. In both languages, since theirs is
 * not known. Sounds, pictures and old messages get no answer.
 *
 * @returns null when there is nothing to say
 */
export function answerToStranger(message: Inbound, site: Site, now: Date): string | null {
  if (message.text.trim() === "") return null;
  if (now.getTime() - message.at.getTime() > strangerPatienceMs) return null;
  const name = nameOf(commandOf(message.text));
  return (["fr", "en"] as const).map((language) => answerText(name, language, site)).join("\n\n");
}

function nameOf(command: Command | null): AnswerName {
  if (command?.name === "stop") return "stranger_stopped";
  return command?.name === "start" && command.code !== undefined ? "code_over" : "stranger";
}
