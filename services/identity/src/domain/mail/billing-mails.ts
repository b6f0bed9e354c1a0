import type { Language } from "@matinale/contracts";
import type { BillingMailKind } from "./account-message.ts";
import type { MailContent } from "./mail-layout.ts";

/** What billing has published about the subscription of a person. */
export interface SubscriptionState {
  status: string;
  trialEndsAt: Date | null;
  /** No edition is sent at or after this instant; null when no end is known. */
  entitledUntil: Date | null;
}

const trialReminderMs = 24 * 3_600_000;

/**
 * The mail that follows from a state, and when it is due: the day before the end of a trial, and at once after a
 * failed payment. The end makes the id, so that each trial and each failure has one mail.
 */
export function billingMailFor(
  { status, trialEndsAt, entitledUntil }: SubscriptionState,
  now: Date,
): { kind: BillingMailKind; end: Date; dueAt: Date } | null {
  if (status === "past_due" && entitledUntil !== null) {
    return { kind: "payment_failed", end: entitledUntil, dueAt: now };
  }
  if (status !== "trialing" || trialEndsAt === null || trialEndsAt <= now) return null;
  const dueAt = new Date(trialEndsAt.getTime() - trialReminderMs);
  return dueAt > now ? { kind: "trial_ending", end: trialEndsAt, dueAt } : null;
}

/** The end that the mail names; null when the mail has no reason any more. */
export function billingMailEnd(
  kind: BillingMailKind,
  { status, trialEndsAt, entitledUntil }: SubscriptionState,
  now: Date,
): Date | null {
  const [expected, end] =
    kind === "trial_ending" ? ["trialing", trialEndsAt] : ["past_due", entitledUntil];
  return status === expected && end !== null && end > now ? end : null;
}

/** The day of an instant in Paris, as on the site. */
const dayOf = (instant: Date, language: Language): string =>
  new Intl.DateTimeFormat(language === "fr" ? "fr-FR" : "en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "Europe/Paris",
  }).format(instant);

type Words = Omit<MailContent, "button"> & { label: string };

const words: Record<BillingMailKind, Record<Language, (day: string) => Words>> = {
  trial_ending: {
    fr: (day) => ({
      subject: `Votre essai se termine ${day}`,
      paragraphs: [
        `Votre essai gratuit prend fin ${day}. Choisissez une formule pour garder vos éditions.`,
        "Si vous ne faites rien, vos éditions s’arrêtent et rien ne vous est prélevé. Vos réglages sont conservés.",
      ],
      label: "Choisir une formule",
      reason:
        "Vous recevez cet e-mail parce que vous essayez Matinale. C’est notre seul rappel par e-mail.",
    }),
    en: (day) => ({
      subject: `Your trial ends on ${day}`,
      paragraphs: [
        `Your free trial ends on ${day}. Choose a plan to keep your editions.`,
        "If you do nothing, your editions stop and you are not charged. Your settings are kept.",
      ],
      label: "Choose a plan",
      reason:
        "You received this email because you are trying Matinale. This is our only reminder by email.",
    }),
  },
  payment_failed: {
    fr: (day) => ({
      subject: "Votre paiement n’a pas abouti",
      paragraphs: [
        "Votre banque a refusé le dernier paiement de votre abonnement.",
        `Vos éditions continuent d’arriver jusqu’au ${day}. Pour les garder ensuite, mettez votre carte à jour : le paiement est alors retenté.`,
      ],
      label: "Mettre ma carte à jour",
      reason:
        "Vous recevez cet e-mail parce que le paiement de votre abonnement Matinale a échoué.",
    }),
    en: (day) => ({
      subject: "Your payment did not go through",
      paragraphs: [
        "Your bank refused the last payment for your subscription.",
        `Your editions keep coming until ${day}. To keep them after that, update your card: the payment is then tried again.`,
      ],
      label: "Update my card",
      reason: "You received this email because the payment for your Matinale subscription failed.",
    }),
  },
};

const pages: Record<BillingMailKind, string> = {
  trial_ending: "/subscribe",
  payment_failed: "/account",
};

/** @param end  of the trial, or of the days in which the payment can be repaired */
export function billingMail(
  kind: BillingMailKind,
  language: Language,
  { end, site }: { end: Date; site: string },
): MailContent {
  const { label, ...content } = words[kind][language](dayOf(end, language));
  return { ...content, button: { label, url: new URL(pages[kind], site).href } };
}
