import { categories as catalogue } from "@matinale/contracts/browser";
import type { Subscription } from "../api/resources/billing-api.ts";
import type { Plan } from "../api/resources/plans-api.ts";
import type { SavedPreferences } from "../api/resources/preferences-api.ts";
import type { Me } from "../api/resources/session-api.ts";
import type { HistoryEntry } from "../features/message-status/deliveries-api.ts";
import type { OptIn, Preview } from "../features/settings/settings-api.ts";

export const camille: Me = {
  username: "camille",
  email: "camille@exemple.fr",
  phone: "+33639981234",
  language: "fr",
  profilePicture: null,
  voicePreference: "female",
  stripeSubscriptionId: null,
  whatsappConnected: true,
};

export const optIn: OptIn = {
  link: "https://wa.me/33700000000?text=START-ABCD2345",
  svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
  code: "ABCD2345",
  expiresAt: "2036-11-21T09:30:00.000Z",
};

export const preferences: SavedPreferences = {
  language: "fr",
  country: "fr",
  timezone: "Europe/Paris",
  deliveryTime: "08:30",
  deliveryFrequency: "twice_daily",
  trialEndsAt: null,
};

export const categories = catalogue.map(({ id, nameFr, nameEn, iconName }) => ({
  id,
  nameFr,
  nameEn,
  iconName,
}));

export const plans: Plan[] = [
  {
    id: 1,
    nameFr: "Essentiel",
    nameEn: "Essential",
    priceEur: 499,
    features: ["1 daily updates", "3 categories", "3-minute summaries"],
    stripePriceId: "price_1",
    popular: false,
  },
  {
    id: 2,
    nameFr: "Premium",
    nameEn: "Premium",
    priceEur: 999,
    features: ["2 daily updates", "5 categories", "5-minute summaries", "Priority support"],
    stripePriceId: "price_2",
    popular: true,
  },
];

export const subscription: Subscription = {
  status: "trialing",
  planId: 2,
  stripeSubscriptionId: null,
  simulated: false,
  trialEndsAt: "2026-11-28T08:00:00.000Z",
  trialUsed: false,
  currentPeriodEnd: null,
  cancelAt: null,
  graceEndsAt: null,
  updateCardUrl: null,
};

/** Premium, paid until the 21st of December. */
export const premium: Subscription = {
  ...subscription,
  status: "active",
  stripeSubscriptionId: "sub_1",
  currentPeriodEnd: "2026-12-21T08:00:00.000Z",
};

export const preview: Omit<Preview, "success"> & { success: boolean } = {
  success: true,
  voiceGender: "female",
  categories: ["Économie"],
  audioUrl: "/media/preview-1",
  simulationMode: false,
  content: "Économie. Le prix du blé recule.",
};

export const businessNumber = {
  number: "33700000000",
  link: "https://wa.me/33700000000?text=START",
  svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
};

/** A delivered edition, as an entry of the history. */
export const edition: HistoryEntry = {
  id: "edition-1",
  timestamp: 1_700_000_000,
  status: "delivered",
  type: "text",
  content: "Matinale du mardi 14 novembre. Le prix du blé recule pour la troisième fois",
  categories: ["economy"],
  articlesCount: 3,
  recipient: "+33639981234",
};
