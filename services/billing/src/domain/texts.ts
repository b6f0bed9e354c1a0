import type { Language } from "@matinale/contracts";

type Text = Record<Language, string>;

export const texts = {
  unavailable: {
    fr: "Le service de paiement n’est pas disponible pour le moment. Veuillez réessayer plus tard.",
    en: "The payment service is not available at the moment. Please try again later.",
  },
  failed: {
    fr: "Une erreur est survenue lors du traitement de votre paiement. Veuillez réessayer.",
    en: "An error occurred while processing your payment. Please try again.",
  },
  addressRefused: {
    fr: "Le pays et le code postal ne suffisent pas pour calculer les taxes. Vérifiez-les, puis réessayez.",
    en: "We cannot work out the tax from this country and postcode. Check them, then try again.",
  },
  codeRefused: {
    fr: "Ce code promo n’est pas valable pour cette formule. Vérifiez-le, ou continuez sans code.",
    en: "This promotion code is not valid for this plan. Check it, or continue without a code.",
  },
  unknownPlan: {
    fr: "Cette formule n’existe pas.",
    en: "This plan does not exist.",
  },
  debt: {
    fr: "Votre dernier paiement a échoué. Mettez d’abord votre carte à jour, puis changez de formule.",
    en: "Your last payment failed. Update your card first, then change your plan.",
  },
  changedMeanwhile: {
    fr: "Votre abonnement a changé entre-temps\u202F: rien n’a été prélevé. Rechargez la page, puis réessayez.",
    en: "Your subscription has changed in the meantime. Nothing has been charged. Reload the page, then try again.",
  },
  nothingToCancel: {
    fr: "Vous n’avez aucun abonnement à résilier.",
    en: "You have no subscription to cancel.",
  },
  cancelled: {
    fr: "Votre abonnement est résilié\u00A0: rien ne sera plus débité.",
    en: "Your subscription is cancelled. Nothing more will be charged.",
  },
  resumed: {
    fr: "Votre abonnement reprend. Le prochain paiement a lieu à la fin du mois payé.",
    en: "Your subscription continues. The next payment is at the end of the paid month.",
  },
  nothingToResume: {
    fr: "Votre abonnement n’est pas résilié\u202F: il n’y a rien à reprendre.",
    en: "Your subscription is not cancelled, so there is nothing to resume.",
  },
  noCard: {
    fr: "Aucune carte n’est enregistrée. Choisissez d’abord une formule.",
    en: "There is no card on file. Choose a plan first.",
  },
  nothingYet: {
    fr: "Il n’y a pas encore de données à votre sujet ici.",
    en: "There is no data about you here yet.",
  },
} as const satisfies Record<string, Text>;
