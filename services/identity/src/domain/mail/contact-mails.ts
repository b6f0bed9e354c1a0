import type { ContactTopic, Language } from "@matinale/contracts";
import type { ContactMessage } from "../contact/contact-message.ts";
import type { MailContent } from "./mail-layout.ts";

const topics: Record<ContactTopic, Record<Language, string>> = {
  account: { fr: "Mon compte", en: "My account" },
  delivery: { fr: "Mes éditions", en: "My editions" },
  billing: { fr: "Paiement et factures", en: "Payment and invoices" },
  refund: { fr: "Remboursement", en: "Refund" },
  quote: { fr: "Devis pour une équipe", en: "Quote for a team" },
  privacy: { fr: "Mes données", en: "My data" },
  press: { fr: "Rédactions et presse", en: "Newsrooms and press" },
  other: { fr: "Autre chose", en: "Something else" },
};

/** For the owner, whose answer goes to the sender. In French. */
export function contactMail(contact: ContactMessage): MailContent {
  const { _id, topic, email, message, language, userId, plan, hasPriority } = contact;
  const facts = [
    `De : ${email}`,
    `Formule : ${plan ?? "aucune"}`,
    `Compte : ${userId ?? "sans session"}`,
    `Langue : ${language}`,
  ];
  return {
    subject: `${hasPriority ? "[Prioritaire] " : ""}${topics[topic].fr} (${_id})`,
    paragraphs: [facts.join(" · "), ...message.split(/\n+/)],
    label: "Répondre",
    url: `mailto:${encodeURIComponent(email)}`,
    reason: "Message du formulaire de contact du site.",
  };
}

/** Acknowledges a message and repeats nothing of it: the address in the form may belong to another person. */
export function contactReceivedMail(
  { _id, topic, language }: ContactMessage,
  { site, brand }: { site: string; brand: string },
): MailContent {
  const url = new URL("/help", site).href;
  return language === "fr"
    ? {
        subject: `Votre message est arrivé (${_id})`,
        paragraphs: [
          `Nous avons bien reçu votre message, au sujet « ${topics[topic].fr} ». Sa référence est ${_id}.`,
          "Nous vous répondrons à cette adresse.",
        ],
        label: "Ouvrir le centre d’aide",
        url,
        reason: `Vous recevez cet e-mail parce que cette adresse a été donnée dans le formulaire de contact du site ${brand}. Si ce n’était pas vous, ignorez-le.`,
      }
    : {
        subject: `Your message has arrived (${_id})`,
        paragraphs: [
          `We have received your message about “${topics[topic].en}”. Its reference is ${_id}.`,
          "We will reply to this address.",
        ],
        label: "Open the help centre",
        url,
        reason: `You received this email because this address was given in the contact form of the ${brand} site. If it was not you, ignore it.`,
      };
}
