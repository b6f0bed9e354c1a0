import type { Language, Product } from "@matinale/contracts";
import type { BillingMailKind } from "./account-message.ts";
import { billingMailEnd, type SubscriptionState } from "./billing-mails.ts";
import { longDateOf } from "./mail-formats.ts";
import type { MailContent, MailWords } from "./mail-layout.ts";
import { purchaseWords } from "./purchase-mail.ts";

type EndMailKind = Exclude<BillingMailKind, "purchase_confirmed">;

/** `day`: the end of the trial, or of the days in which the payment can be repaired. */
const byKind: Record<EndMailKind, Record<Language, (day: string, brand: string) => MailWords>> = {
  trial_ending: {
    fr: (day, brand) => ({
      subject: `Votre essai se termine ${day}`,
      paragraphs: [
        `Votre essai gratuit prend fin ${day}. Choisissez une formule pour garder vos éditions.`,
        "Si vous ne faites rien, vos éditions s’arrêtent et rien ne vous est prélevé. Vos réglages sont conservés.",
      ],
      label: "Choisir une formule",
      reason: `Vous recevez cet e-mail parce que vous essayez ${brand}. C’est notre seul rappel par e-mail.`,
    }),
    en: (day, brand) => ({
      subject: `Your trial ends on ${day}`,
      paragraphs: [
        `Your free trial ends on ${day}. Choose a plan to keep your editions.`,
        "If you do nothing, your editions stop and you are not charged. Your settings are kept.",
      ],
      label: "Choose a plan",
      reason: `You received this email because you are trying ${brand}. This is our only reminder by email.`,
    }),
  },
  payment_failed: {
    fr: (day, brand) => ({
      subject: "Votre paiement n’a pas abouti",
      paragraphs: [
        "Votre banque a refusé le dernier paiement de votre abonnement.",
        `Vos éditions continuent d’arriver jusqu’au ${day}. Pour les garder ensuite, mettez votre carte à jour : le paiement est alors retenté.`,
      ],
      label: "Mettre ma carte à jour",
      reason: `Vous recevez cet e-mail parce que le paiement de votre abonnement ${brand} a échoué.`,
    }),
    en: (day, brand) => ({
      subject: "Your payment did not go through",
      paragraphs: [
        "Your bank refused the last payment for your subscription.",
        `Your editions keep coming until ${day}. To keep them after that, update your card: the payment is then tried again.`,
      ],
      label: "Update my card",
      reason: `You received this email because the payment for your ${brand} subscription failed.`,
    }),
  },
};

const pages: Record<BillingMailKind, string> = {
  trial_ending: "/subscribe",
  payment_failed: "/account",
  purchase_confirmed: "/account",
};

/** What the mail says about the subscription as it is now; null when the mail has no reason any more. */
export function billingMail(
  kind: BillingMailKind,
  subscription: SubscriptionState & { planId: number },
  {
    language,
    product,
    site,
    now,
  }: { language: Language; product: Product; site: string; now: Date },
): MailContent | null {
  const endMail = (endKind: EndMailKind): MailWords | null => {
    const end = billingMailEnd(endKind, subscription, now);
    return end && byKind[endKind][language](longDateOf(end, language), product.brand.name);
  };
  const words =
    kind === "purchase_confirmed"
      ? purchaseWords(subscription, { language, product, site })
      : endMail(kind);
  if (words === null) return null;
  const { label, ...content } = words;
  return { ...content, button: { label, url: new URL(pages[kind], site).href } };
}
