import {
  categories as catalogue,
  featurePhrases,
  type ResponseOf,
} from "@matinale/contracts/browser";
import type { Plan } from "../api/resources/plans-api.ts";
import type { SavedPreferences } from "../api/resources/preferences-api.ts";
import { builtProduct } from "../config/product.ts";
import type { Me } from "../api/resources/session-api.ts";
import type { HistoryEntry } from "../api/resources/deliveries-api.ts";
import type { OptIn, Preview, Session } from "../features/settings/settings-api.ts";

export const camille: Me = {
  username: "camille",
  email: "camille@exemple.fr",
  phone: "+33639981234",
  language: "fr",
  profilePicture: null,
  voicePreference: "female",
  stripeSubscriptionId: null,
  whatsappConnected: true,
  emailVerified: true,
  pendingEmail: null,
};

export const sessions: Session[] = [
  {
    id: "session-1",
    createdAt: "2026-11-20T07:00:00.000Z",
    lastSeenAt: "2026-11-21T07:30:00.000Z",
    device: "Firefox, Windows",
    current: true,
  },
  {
    id: "session-2",
    createdAt: "2026-11-01T07:00:00.000Z",
    lastSeenAt: "2026-11-19T17:05:00.000Z",
    device: "Chrome, Android",
    current: false,
  },
];

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
  breakingNewsAlerts: true,
  quietStart: "22:00",
  quietEnd: "07:00",
  alertsIncluded: false,
  trialEndsAt: null,
};

export const categories = catalogue.map(({ id, nameFr, nameEn, iconName }) => ({
  id,
  nameFr,
  nameEn,
  iconName,
}));

const { plans: ownPlans, ...publicProduct } = builtProduct;
export const product = publicProduct;

/** The first two plans. */
export const plans: Plan[] = ownPlans.slice(0, 2).map((plan) => ({
  ...plan,
  features: featurePhrases(plan.limits),
  stripePriceId: `price_${plan.id}`,
}));

export const subscription: ResponseOf<"GET /subscription"> = {
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
export const premium: typeof subscription = {
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

export const serviceStatus: ResponseOf<"GET /status"> = {
  state: "working",
  onTime: { last24Hours: 0.99999, last90Days: 0.9875 },
  incidents: [],
};

export const outlets: ResponseOf<"GET /outlets">["outlets"] = [
  {
    name: "Le Fil du Quai",
    language: "fr",
    country: "fr",
    terms: "headline",
    licence: null,
    simulated: false,
  },
  {
    name: "Longitude",
    language: "en",
    country: "international",
    terms: "licensed",
    licence: "CC BY 3.0",
    simulated: false,
  },
];

export const openApi = {
  openapi: "3.1.0",
  paths: {
    "/api/me": { get: { summary: "The signed-in person", security: [{ session: [] }] } },
    "/api/status": { get: { summary: "How punctual the service is", security: [] } },
  },
};
