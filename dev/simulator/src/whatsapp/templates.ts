import type { Button } from "../phone/phone.ts";
import { GraphError } from "./graph-error.ts";
import type { Template } from "./message-schema.ts";

interface Approved {
  category: "UTILITY" | "MARKETING";
  words: Record<string, { body: string; button?: string }>;
}

const utility = (fr: string, en: string): Approved => ({
  category: "UTILITY",
  words: { fr: { body: fr }, en: { body: en } },
});

/** The approved templates of the account. */
const approved: Record<string, Approved> = {
  opt_in: utility(
    "Vous avez demandé à recevoir Matinale sur ce numéro. Répondez START pour confirmer, ou ignorez ce message.",
    "You asked to receive Matinale on this number. Reply START to confirm, or ignore this message.",
  ),
  digest_ready: {
    category: "MARKETING",
    words: {
      fr: {
        body: "Votre édition est prête : {{1}}. Touchez Écouter pour la recevoir.",
        button: "Écouter",
      },
      en: { body: "Your edition is ready: {{1}}. Tap Listen to receive it.", button: "Listen" },
    },
  },
  trial_ending: utility(
    "Votre essai de Matinale se termine le {{1}}. Choisissez une formule sur le site pour garder vos éditions ; sinon, elles s’arrêteront, sans aucun prélèvement.",
    "Your Matinale trial ends on {{1}}. Choose a plan on the site to keep your editions; otherwise they stop and you are not charged.",
  ),
  trial_ended: utility(
    "Votre essai de Matinale est terminé et vos éditions sont en pause. Rien ne vous est prélevé. Vos réglages sont conservés : choisissez une formule sur le site pour reprendre.",
    "Your Matinale trial has ended and your editions are paused. You are not charged. Your settings are kept: choose a plan on the site to resume.",
  ),
  payment_problem: utility(
    "Le dernier paiement de votre abonnement Matinale a échoué. Mettez votre carte à jour sur le site avant le {{1}} pour garder vos éditions.",
    "The last payment for your Matinale subscription failed. Update your card on the site before {{1}} to keep your editions.",
  ),
  plan_ended: utility(
    "Votre abonnement Matinale est terminé et vos éditions sont en pause. Vos réglages sont conservés : choisissez une formule sur le site pour reprendre.",
    "Your Matinale subscription has ended and your editions are paused. Your settings are kept: choose a plan on the site to resume.",
  ),
};

/** The templates in the format of `GET /<business account>/message_templates`. */
export const accountTemplates = () =>
  Object.entries(approved).flatMap(([name, { category, words }]) =>
    Object.entries(words).map(([language, { body, button }]) => ({
      name,
      language,
      status: "APPROVED",
      category,
      components: [
        { type: "BODY", text: body },
        ...(button === undefined
          ? []
          : [{ type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: button }] }]),
      ],
      id: `${name}/${language}`,
    })),
  );

/** Text and buttons of a template for the phone. @throws GraphError  100, 132000, 132001 */
export function renderTemplate(template: Template): { text: string; buttons: Button[] } {
  const [language = ""] = template.language.code.toLowerCase().split(/[_-]/);
  const translations = approved[template.name]?.words;
  const known = translations?.[language];
  if (!["fr", "en"].includes(language) || (translations && !known)) {
    throw new GraphError(
      132001,
      `template name (${template.name}) does not exist in ${template.language.code}`,
    );
  }
  const parameters = bodyParameters(template);
  const payloads = quickReplies(template);
  // Only the provider knows the text of other templates, so the phone shows their parameters.
  const body = known?.body ?? parameters.map((_, index) => `{{${index + 1}}}`).join("\n");
  const expected = new Set(body.match(/\{\{\d+\}\}/g)).size;
  if (known && parameters.length !== expected) {
    throw new GraphError(
      132000,
      `body: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected})`,
    );
  }
  const text = body.replace(/\{\{(\d+)\}\}/g, (_, number) => parameters[Number(number) - 1] ?? "");
  const titles =
    (known && (known.button === undefined ? [] : [known.button])) ??
    payloads.map((_, index) => `Button ${index + 1}`);
  return {
    text: text || template.name,
    buttons: titles.map((title, index) => ({ id: payloads[index] ?? title, title })),
  };
}

function bodyParameters(template: Template): string[] {
  const body = template.components.find(({ type }) => type === "body");
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
  for (const { sub_type, index = 0, parameters: [parameter] = [] } of template.components) {
    if (sub_type === "quick_reply" && parameter?.type === "payload") {
      payloads[Number(index)] = parameter.payload;
    }
  }
  return Array.from(payloads, (payload, index) => payload ?? String(index));
}
