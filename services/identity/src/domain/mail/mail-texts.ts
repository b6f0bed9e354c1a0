import type { Language } from "@matinale/contracts";
import type { MailContent, MailWords } from "./mail-layout.ts";
import type { BillingMailKind, MailKind } from "./account-message.ts";

export const frames: Record<Language, { hello: string; orCopy: string }> = {
  fr: { hello: "Bonjour", orCopy: "Si le bouton ne fonctionne pas, copiez cette adresse :" },
  en: { hello: "Hello", orCopy: "If the button does not work, copy this address:" },
};

interface Facts {
  brand: string;
  /** The address that the account is to get; empty in mails that do not name it. */
  newEmail: string;
  /** The end of the trial, or of the days in which the payment can be repaired; empty in other mails. */
  day: string;
  /** The address was unverified before, so that a connected number was removed. */
  numberRemoved: boolean;
}

type Kind = MailKind | Exclude<BillingMailKind, "purchase_confirmed">;

const byKind: Record<Kind, Record<Language, (facts: Facts) => MailWords>> = {
  verification: {
    fr: ({ brand }) => ({
      subject: "Confirmez votre adresse e-mail",
      paragraphs: [
        "Un clic suffit pour confirmer que cette adresse est la vôtre. Si vous perdez un jour votre mot de passe, c’est ici que nous vous enverrons le lien pour revenir.",
        "Ce lien fonctionne pendant 48 heures, une seule fois.",
      ],
      label: "Confirmer mon adresse",
      reason: `Vous recevez cet e-mail parce que cette adresse a été donnée pour un compte ${brand}. Si ce n’était pas vous, ignorez-le : l’adresse ne sera pas confirmée.`,
    }),
    en: ({ brand }) => ({
      subject: "Confirm your email address",
      paragraphs: [
        "One click confirms that this address is yours. If you ever lose your password, this is where we send the link to get back in.",
        "This link works once, for 48 hours.",
      ],
      label: "Confirm my address",
      reason: `You received this email because this address was given for a ${brand} account. If it was not you, ignore it: the address will not be confirmed.`,
    }),
  },
  verification_reminder: {
    fr: ({ brand }) => ({
      subject: "Votre adresse e-mail attend d’être confirmée",
      paragraphs: [
        "Vous avez créé un compte il y a trois jours, et cette adresse n’est pas encore confirmée. Sans elle, nous ne pourrions pas vous rendre l’accès si vous perdiez votre mot de passe.",
        "Ce lien fonctionne pendant 48 heures, une seule fois. C’est notre seul rappel.",
      ],
      label: "Confirmer mon adresse",
      reason: `Vous recevez cet e-mail parce que cette adresse a été donnée pour un compte ${brand}. Si ce n’était pas vous, ignorez-le : nous n’écrirons plus à ce sujet.`,
    }),
    en: ({ brand }) => ({
      subject: "Your email address is waiting to be confirmed",
      paragraphs: [
        "You created an account three days ago, and this address is not confirmed yet. Without it, we could not let you back in if you lost your password.",
        "This link works once, for 48 hours. This is our only reminder.",
      ],
      label: "Confirm my address",
      reason: `You received this email because this address was given for a ${brand} account. If it was not you, ignore it: we will not write about this again.`,
    }),
  },
  password_reset: {
    fr: ({ brand }) => ({
      subject: "Choisissez un nouveau mot de passe",
      paragraphs: [
        "Voici le lien que vous avez demandé pour choisir un nouveau mot de passe.",
        "Il fonctionne pendant 30 minutes, une seule fois. Tous vos appareils seront ensuite déconnectés.",
      ],
      label: "Choisir un mot de passe",
      reason: `Vous recevez cet e-mail parce qu’un nouveau mot de passe a été demandé pour le compte ${brand} de cette adresse. Si ce n’était pas vous, ignorez-le : votre mot de passe ne change pas.`,
    }),
    en: ({ brand }) => ({
      subject: "Choose a new password",
      paragraphs: [
        "Here is the link you asked for to choose a new password.",
        "It works once, for 30 minutes. All your devices will then be signed out.",
      ],
      label: "Choose a password",
      reason: `You received this email because a new password was requested for the ${brand} account with this address. If it was not you, ignore it: your password stays the same.`,
    }),
  },
  password_changed: {
    fr: ({ brand, numberRemoved }) => ({
      subject: "Votre mot de passe a été changé",
      paragraphs: [
        "Le mot de passe de votre compte vient d’être changé, et vos autres appareils ont été déconnectés.",
        "Si c’était vous, vous n’avez rien à faire. Sinon, reprenez votre compte sans attendre : choisissez tout de suite un nouveau mot de passe.",
        ...(numberRemoved
          ? [
              "Cette adresse n’avait pas encore été confirmée. Si un numéro WhatsApp était relié à votre compte, il ne l’est plus : ce pouvait être celui d’une autre personne. Pour recevoir vos éditions, reliez de nouveau votre numéro WhatsApp dans vos réglages.",
            ]
          : []),
      ],
      label: "Ce n’était pas moi",
      reason: `Vous recevez cet e-mail parce que le mot de passe du compte ${brand} de cette adresse a changé. Nous l’envoyons à chaque fois, pour votre sécurité.`,
    }),
    en: ({ brand, numberRemoved }) => ({
      subject: "Your password was changed",
      paragraphs: [
        "The password of your account has just been changed, and your other devices were signed out.",
        "If it was you, there is nothing to do. If not, take your account back now: choose a new password straight away.",
        ...(numberRemoved
          ? [
              "This address had not been confirmed before. If a WhatsApp number was connected to your account, it is not any more: it could have been another person’s. To receive your editions, connect your WhatsApp number again in your settings.",
            ]
          : []),
      ],
      label: "It was not me",
      reason: `You received this email because the password of the ${brand} account with this address has changed. We send it every time, for your security.`,
    }),
  },
  number_replaced: {
    fr: ({ brand }) => ({
      subject: "Un autre numéro WhatsApp est relié à votre compte",
      paragraphs: [
        "Un numéro WhatsApp vient d’être relié à votre compte, à la place du précédent. C’est là que vos éditions arrivent désormais.",
        "Si c’était vous, vous n’avez rien à faire. Sinon, changez tout de suite votre mot de passe, puis reliez de nouveau votre numéro dans vos réglages : dans trois jours, l’autre numéro pourra recevoir un code pour choisir un nouveau mot de passe.",
      ],
      label: "Ce n’était pas moi",
      reason: `Vous recevez cet e-mail parce que le numéro WhatsApp du compte ${brand} de cette adresse a changé. Nous l’envoyons pour votre sécurité.`,
    }),
    en: ({ brand }) => ({
      subject: "Another WhatsApp number is connected to your account",
      paragraphs: [
        "A WhatsApp number has just been connected to your account, in place of the one before. Your editions now arrive there.",
        "If it was you, there is nothing to do. If not, change your password straight away, then connect your number again in your settings: in three days, the other number will be able to receive a code to choose a new password.",
      ],
      label: "It was not me",
      reason: `You received this email because the WhatsApp number of the ${brand} account with this address has changed. We send it for your security.`,
    }),
  },
  email_change_old: {
    fr: ({ brand, newEmail }) => ({
      subject: "Autorisez le changement de votre adresse e-mail",
      paragraphs: [
        `Votre compte ${brand} doit passer à l’adresse ${newEmail}.`,
        "Le changement se fait quand vous l’avez confirmé ici et à la nouvelle adresse. Ce lien fonctionne pendant 48 heures, une seule fois.",
      ],
      label: "Autoriser le changement",
      reason: `Vous recevez cet e-mail parce qu’un changement d’adresse a été demandé depuis votre compte ${brand}. Si ce n’était pas vous, ne cliquez pas et changez votre mot de passe : sans votre accord, l’adresse reste la même.`,
    }),
    en: ({ brand, newEmail }) => ({
      subject: "Allow the change of your email address",
      paragraphs: [
        `Your ${brand} account is to move to the address ${newEmail}.`,
        "The change happens once you have confirmed it here and at the new address. This link works once, for 48 hours.",
      ],
      label: "Allow the change",
      reason: `You received this email because a change of address was requested from your ${brand} account. If it was not you, do not click, and change your password: without your consent the address stays the same.`,
    }),
  },
  email_change_new: {
    fr: ({ brand }) => ({
      subject: "Confirmez votre nouvelle adresse e-mail",
      paragraphs: [
        `Un compte ${brand} doit passer à cette adresse.`,
        "Le changement se fait quand vous l’avez confirmé ici et à l’ancienne adresse. Ce lien fonctionne pendant 48 heures, une seule fois.",
      ],
      label: "Confirmer cette adresse",
      reason: `Vous recevez cet e-mail parce que cette adresse a été donnée comme nouvelle adresse d’un compte ${brand}. Si ce n’était pas vous, ignorez-le : rien ne changera.`,
    }),
    en: ({ brand }) => ({
      subject: "Confirm your new email address",
      paragraphs: [
        `A ${brand} account is to move to this address.`,
        "The change happens once you have confirmed it here and at the old address. This link works once, for 48 hours.",
      ],
      label: "Confirm this address",
      reason: `You received this email because this address was given as the new address of a ${brand} account. If it was not you, ignore it: nothing will change.`,
    }),
  },
  trial_ending: {
    fr: ({ day, brand }) => ({
      subject: `Votre essai se termine ${day}`,
      paragraphs: [
        `Votre essai gratuit prend fin ${day}. Choisissez une formule pour garder vos éditions.`,
        "Si vous ne faites rien, vos éditions s’arrêtent et rien ne vous est prélevé. Vos réglages sont conservés.",
      ],
      label: "Choisir une formule",
      reason: `Vous recevez cet e-mail parce que vous essayez ${brand}. C’est notre seul rappel par e-mail.`,
    }),
    en: ({ day, brand }) => ({
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
    fr: ({ day, brand }) => ({
      subject: "Votre paiement n’a pas abouti",
      paragraphs: [
        "Votre banque a refusé le dernier paiement de votre abonnement.",
        `Vos éditions continuent d’arriver jusqu’au ${day}. Pour les garder ensuite, mettez votre carte à jour : le paiement est alors retenté.`,
      ],
      label: "Mettre ma carte à jour",
      reason: `Vous recevez cet e-mail parce que le paiement de votre abonnement ${brand} a échoué.`,
    }),
    en: ({ day, brand }) => ({
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

/** What the mail of this kind says, with the address that its button opens. */
export const mailContent = (
  kind: Kind,
  language: Language,
  { url, ...facts }: { url: string; brand: string } & Partial<Facts>,
): MailContent => ({
  ...byKind[kind][language]({ newEmail: "", day: "", numberRemoved: false, ...facts }),
  url,
});
