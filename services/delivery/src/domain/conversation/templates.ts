import type { Language } from "@matinale/contracts";
import type { Message } from "../channel/whatsapp.ts";
import type { Site } from "./conversation.ts";

/** A template that the account must have word for word. `{brand}` is the product's name, `{{1}}` a parameter. */
export interface DeclaredTemplate {
  /** AUTHENTICATION: the provider writes body, footer and button; they are not compared. */
  category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
  body: Record<Language, string>;
  /** An example for every parameter, for the provider's review. */
  examples: Record<Language, string[]>;
  /** Title of its quick-reply button. */
  button?: Record<Language, string>;
  /** Its button that opens a page of the site. The address is fixed, so messages send no parameter for it. */
  link?: { title: Record<Language, string>; page: Exclude<keyof Site, "brand"> };
}

/**
 * The messages to people who have not written for 24 hours. The provider must approve each text.
 * `make templates-check` compares this file with the account.
 */
export const templates = {
  opt_in: {
    category: "UTILITY",
    body: {
      fr: "Vous avez demandé à recevoir {brand} sur ce numéro. Répondez START pour confirmer, ou ignorez ce message.",
      en: "You asked to receive {brand} on this number. Reply START to confirm, or ignore this message.",
    },
    examples: { fr: [], en: [] },
  },
  digest_ready: {
    category: "MARKETING",
    body: {
      fr: "À la une : {{1}} – {{2}}. Votre édition {brand} est prête ({{3}}) : appuyez sur « Écouter » pour la recevoir.",
      en: "In the news: {{1}} – {{2}}. Your {brand} edition is ready ({{3}}): tap Listen to receive it.",
    },
    examples: {
      fr: ["Les petites communes auront leur guichet unique", "et 7 autres titres", "3 min"],
      en: ["Wheat prices have fallen for a third month running", "and 7 more stories", "3 min"],
    },
    button: { fr: "Écouter", en: "Listen" },
  },
  breaking_news: {
    category: "MARKETING",
    body: {
      fr: "Alerte info : {{1}} – appuyez sur « Écouter » pour en savoir plus. Répondez ALERTES NON pour ne plus recevoir d’alertes.",
      en: "Breaking news: {{1}} – tap Listen to find out more. Reply ALERTS OFF to stop receiving alerts.",
    },
    examples: {
      fr: ["Incendie dans une raffinerie du Finistère, deux blessés graves"],
      en: ["Two badly hurt in fire at refinery in western France"],
    },
    button: { fr: "Écouter", en: "Listen" },
  },
  trial_ending: {
    category: "UTILITY",
    body: {
      fr: "Votre essai de {brand} se termine le {{1}}. Choisissez une formule pour garder vos éditions ; sinon, elles s’arrêteront, sans aucun prélèvement.",
      en: "Your {brand} trial ends on {{1}}. Choose a plan to keep your editions; otherwise they stop and you are not charged.",
    },
    examples: { fr: ["lundi 30 novembre à 10 h"], en: ["Monday 30 November at 10am"] },
    link: { title: { fr: "Choisir une formule", en: "Choose a plan" }, page: "subscribe" },
  },
  trial_ended: {
    category: "UTILITY",
    body: {
      fr: "Votre essai de {brand} est terminé et vos éditions sont en pause. Rien ne vous est prélevé. Vos réglages sont conservés : choisissez une formule pour reprendre.",
      en: "Your {brand} trial has ended and your editions are paused. You are not charged. Your settings are kept: choose a plan to resume.",
    },
    examples: { fr: [], en: [] },
    link: { title: { fr: "Choisir une formule", en: "Choose a plan" }, page: "subscribe" },
  },
  payment_problem: {
    category: "UTILITY",
    body: {
      fr: "Le dernier paiement de votre abonnement {brand} a échoué. Mettez à jour votre carte avant le {{1}} pour garder vos éditions.",
      en: "The last payment for your {brand} subscription failed. Update your card before {{1}} to keep your editions.",
    },
    examples: { fr: ["lundi 30 novembre à 10 h"], en: ["Monday 30 November at 10am"] },
    link: { title: { fr: "Mettre à jour ma carte", en: "Update my card" }, page: "account" },
  },
  plan_ended: {
    category: "UTILITY",
    body: {
      fr: "Votre abonnement {brand} est terminé et vos éditions sont en pause. Vos réglages sont conservés : choisissez une formule pour reprendre.",
      en: "Your {brand} subscription has ended and your editions are paused. Your settings are kept: choose a plan to resume.",
    },
    examples: { fr: [], en: [] },
    link: { title: { fr: "Choisir une formule", en: "Choose a plan" }, page: "subscribe" },
  },
  reset_code: {
    category: "AUTHENTICATION",
    body: {
      fr: "*{{1}}* est votre code de vérification. Pour votre sécurité, ne le partagez pas.",
      en: "*{{1}}* is your verification code. For your security, do not share this code.",
    },
    examples: { fr: ["042137"], en: ["042137"] },
  },
} satisfies Record<string, DeclaredTemplate>;

export const bodyOf = ({ body }: DeclaredTemplate, language: Language, brand: string): string =>
  body[language].replaceAll("{brand}", brand);

/**
 * The text of a message for a channel without templates and buttons: the wording of the template with its
 * link, and the titles of the buttons as a list. A reply with a title works like a tap on the button.
 */
export function plainWords(message: Exclude<Message, { form: "voice" }>, brand: string): string {
  if (message.form === "text") {
    const { body, buttons = [] } = message;
    return [body, ...buttons.map(({ title }) => `• ${title}`)].join("\n");
  }
  const { name, parameters, link } = message.template;
  const declared = new Map<string, DeclaredTemplate>(Object.entries(templates)).get(name);
  const body = declared === undefined ? "" : bodyOf(declared, message.language, brand);
  const text = body.replace(/\{\{(\d+)\}\}/g, (_, number) => parameters[Number(number) - 1] ?? "");
  return link === undefined ? text : `${text}\n${link}`;
}
