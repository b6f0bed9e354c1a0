import type { Message } from "../channel/whatsapp.ts";
import { templateText } from "./templates.ts";

/**
 * What a message says where there are neither templates nor buttons: the template's own words, and the
 * titles of the buttons as a list, since a title is understood like a tap on it.
 */
export function plainWords(message: Exclude<Message, { form: "voice" }>): string {
  if (message.form === "template") return templateText(message.template, message.language);
  const { body, buttons = [] } = message;
  return [body, ...buttons.map(({ title }) => `• ${title}`)].join("\n");
}
