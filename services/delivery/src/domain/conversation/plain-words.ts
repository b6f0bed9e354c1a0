import type { Message } from "../channel/whatsapp.ts";
import { templateText } from "./templates.ts";

/**
 * The text of a message for a channel without templates and buttons: the wording of the template, and the
 * titles of the buttons as a list. A reply with a title works like a tap on the button.
 */
export function plainWords(message: Exclude<Message, { form: "voice" }>): string {
  if (message.form === "template") return templateText(message.template, message.language);
  const { body, buttons = [] } = message;
  return [body, ...buttons.map(({ title }) => `• ${title}`)].join("\n");
}
