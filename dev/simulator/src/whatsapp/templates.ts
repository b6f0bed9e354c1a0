import type { Button } from "../phone/phone.ts";
import { GraphError } from "./graph-error.ts";
import type { Template } from "./message-schema.ts";

interface Approved {
  body: string;
  /** Quick replies; the caller's payload becomes the button's id. */
  buttons: string[];
}

/** The templates that the account has had approved, by name and language. */
const approved: Record<string, Record<string, Approved>> = {
  opt_in: {
    fr: {
      body: "Vous avez demandé à recevoir Matinale sur ce numéro. Répondez START pour confirmer, ou ignorez ce message.",
      buttons: [],
    },
    en: {
      body: "You asked to receive Matinale on this number. Reply START to confirm, or ignore this message.",
      buttons: [],
    },
  },
  digest_ready: {
    fr: {
      body: "Votre digest est prêt : {{1}}. Touchez Écouter pour le recevoir.",
      buttons: ["Écouter"],
    },
    en: { body: "Your digest is ready: {{1}}. Tap Listen to receive it.", buttons: ["Listen"] },
  },
};

/** Words and buttons as the phone shows them. @throws GraphError 100, 132000, 132001 */
export function renderTemplate(template: Template): { text: string; buttons: Button[] } {
  const [language = ""] = template.language.code.toLowerCase().split(/[_-]/);
  const translations = approved[template.name];
  const known = translations?.[language];
  if (!["fr", "en"].includes(language) || (translations && !known)) {
    throw new GraphError(
      132001,
      `template name (${template.name}) does not exist in ${template.language.code}`,
    );
  }
  const parameters = bodyParameters(template);
  const payloads = quickReplies(template);
  // A template that this page does not know is shown by its parameters: its words live at the provider.
  const body = known?.body ?? parameters.map((_, index) => `{{${index + 1}}}`).join("\n");
  const expected = new Set(body.match(/\{\{\d+\}\}/g)).size;
  if (known && parameters.length !== expected) {
    throw new GraphError(
      132000,
      `body: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected})`,
    );
  }
  const text = body.replace(/\{\{(\d+)\}\}/g, (_, number) => parameters[Number(number) - 1] ?? "");
  const titles = known?.buttons ?? payloads.map((_, index) => `Button ${index + 1}`);
  return {
    text: text || template.name,
    buttons: titles.map((title, index) => ({ id: payloads[index] ?? title, title })),
  };
}

function bodyParameters(template: Template): string[] {
  const body = template.components?.find(({ type }) => type === "body");
  return (body?.parameters ?? []).map((parameter) => {
    if (parameter.type !== "text") throw new GraphError(132012, "body: parameters must be text");
    if (/[\n\t]| {5}/.test(parameter.text)) {
      throw new GraphError(
        100,
        "Param text cannot have new-line/tab characters or more than 4 consecutive spaces",
      );
    }
    return parameter.text;
  });
}

function quickReplies(template: Template): string[] {
  const payloads: string[] = [];
  for (const component of template.components ?? []) {
    if (component.type !== "button" || component.sub_type !== "quick_reply") continue;
    const [parameter] = component.parameters ?? [];
    if (parameter?.type === "payload") payloads[Number(component.index ?? 0)] = parameter.payload;
  }
  return Array.from(payloads, (payload, index) => payload ?? String(index));
}
