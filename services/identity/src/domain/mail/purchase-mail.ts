import { termsVersion, type Language, type Product } from "@matinale/contracts";
import type { SubscriptionState } from "./billing-mails.ts";
import { dayOf, eurosOf, minuteOf } from "./mail-formats.ts";
import type { MailWords } from "./mail-layout.ts";

const seller = ({ company }: Product): string =>
  `${company.name}, ${company.legalForm}, ${company.address}, ${company.registration}, ${company.vat}, ${company.email}, ${company.phone}`;

/**
 * Confirms a purchase and the waiver of the right of withdrawal on a durable medium (directive 2011/83/EU,
 * article 8(7); French Consumer Code, article L221-13). So it says what the law asks for instead of linking to it.
 *
 * @returns null when no plan is in force any more
 */
export function purchaseWords(
  { planId, waivedAt }: SubscriptionState & { planId: number },
  { language, product, site }: { language: Language; product: Product; site: string },
): MailWords | null {
  const plan = product.plans.find(({ id }) => id === planId);
  if (plan === undefined) return null;
  const { brand, company } = product;
  const { editionsPerDay, maxCategories, maxMinutes, breakingNewsAlerts } = plan.limits;
  const termsUrl = new URL("/terms", site).href;
  // at noon it is the same day in every time zone of the European Union
  const termsDay = dayOf(new Date(`${termsVersion}T12:00:00Z`), language);
  const words: Record<Language, MailWords> = {
    fr: {
      subject: "Votre abonnement est confirmé",
      paragraphs: [
        `Votre abonnement ${brand.name} est confirmé : formule ${plan.nameFr}, ${eurosOf(plan.priceEur, "fr")} par mois, toutes taxes comprises, avant une éventuelle remise. Il commence avec le premier paiement, ou avec la commande si le premier mois est offert, et se renouvelle chaque mois jusqu’à sa résiliation.`,
        `La formule comprend ${editionsPerDay === 1 ? "une édition" : `jusqu’à ${editionsPerDay} éditions`} par jour sur WhatsApp, dans ${maxCategories === 1 ? "une catégorie" : `${maxCategories} catégories`} au plus, en texte et en note vocale ${maxMinutes === 1 ? "d’une minute" : `de ${maxMinutes} minutes`} au plus${breakingNewsAlerts ? ", ainsi que les alertes info" : ""}.`,
        waivedAt === null
          ? `Vous disposez de 14 jours à compter de la souscription pour vous rétracter, sans donner de motif : écrivez à ${brand.supportEmail}.`
          : `Le ${minuteOf(waivedAt, "fr")} (heure de Paris), vous avez demandé à recevoir vos éditions dès le paiement et reconnu perdre alors votre droit de rétractation (article L221-28, 13°, du code de la consommation). Cet e-mail en est la confirmation.`,
        "Vous pouvez résilier à tout moment depuis votre compte, sans frais ni motif : vos éditions arrivent alors jusqu’à la fin du mois payé. Vos factures s’y trouvent aussi.",
        `Conditions d’utilisation et de vente, version du ${termsDay} : ${termsUrl}`,
        `Questions et réclamations : ${brand.supportEmail}.${company.mediator ? ` Médiateur de la consommation : ${company.mediator.name}, ${company.mediator.address}.` : ""}`,
        `Vendeur : ${seller(product)}.`,
      ],
      label: "Voir mon abonnement",
      reason: `Vous recevez cet e-mail parce qu’un abonnement ${brand.name} a été souscrit avec votre compte. Conservez-le : il confirme votre contrat.`,
    },
    en: {
      subject: "Your subscription is confirmed",
      paragraphs: [
        `Your ${brand.name} subscription is confirmed: the ${plan.nameEn} plan, ${eurosOf(plan.priceEur, "en")} a month, all taxes included, before any discount. It starts with the first payment, or with the order if the first month is free, and renews every month until it is cancelled.`,
        `The plan includes ${editionsPerDay === 1 ? "one edition" : `up to ${editionsPerDay} editions`} a day on WhatsApp, in at most ${maxCategories === 1 ? "one category" : `${maxCategories} categories`}, as text and as a voice note of at most ${maxMinutes === 1 ? "one minute" : `${maxMinutes} minutes`}${breakingNewsAlerts ? ", and breaking-news alerts" : ""}.`,
        waivedAt === null
          ? `You have 14 days from the purchase to withdraw, without giving a reason: write to ${brand.supportEmail}.`
          : `On ${minuteOf(waivedAt, "en")} (Paris time) you asked to receive your editions as soon as you paid, and acknowledged that you then lose your right of withdrawal (article L221-28, 13°, of the French Consumer Code). This email is the confirmation.`,
        "You can cancel at any time from your account, free of charge and without giving a reason: your editions then keep coming until the end of the paid month. Your invoices are there, too.",
        `Terms of use and sale, version of ${termsDay}: ${termsUrl}`,
        `Questions and complaints: ${brand.supportEmail}.${company.mediator ? ` Consumer mediator: ${company.mediator.name}, ${company.mediator.address}.` : ""}`,
        `Seller: ${seller(product)}.`,
      ],
      label: "See my subscription",
      reason: `You received this email because a ${brand.name} subscription was bought with your account. Keep it: it confirms your contract.`,
    },
  };
  return words[language];
}
