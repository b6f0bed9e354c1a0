import { categories, featurePhrases } from "@matinale/contracts/browser";
import { defaultProductFile, readProduct } from "@matinale/kit";
import type { Page } from "playwright/test";

const product = readProduct(defaultProductFile);

/** Current time in the snapshots: a Saturday, 9 a.m. in Paris. */
const now = new Date("2026-11-21T08:00:00Z");

const hoursAgo = (hours: number): number => now.getTime() / 1000 - hours * 3600;

const subscription = {
  status: "active",
  planId: 2,
  stripeSubscriptionId: "sub_1",
  simulated: false,
  trialEndsAt: null,
  currentPeriodEnd: "2026-12-14T08:00:00Z",
  cancelAt: null,
  graceEndsAt: null,
  updateCardUrl: null,
};

const digest = {
  type: "audio",
  categories: ["politics", "economy", "culture"],
  articlesCount: 9,
  manual: false,
  recipient: "+33639981234",
};

/** Responses of the gateway to one subscriber. */
const responses: Record<string, unknown> = {
  me: {
    username: "camille",
    email: "camille@exemple.fr",
    phone: "+33639981234",
    language: "fr",
    profilePicture: null,
    voicePreference: "female",
    stripeSubscriptionId: subscription.stripeSubscriptionId,
    whatsappConnected: true,
    emailVerified: true,
    pendingEmail: null,
  },
  "user/preferences": {
    language: "fr",
    country: "fr",
    timezone: "Europe/Paris",
    deliveryTime: "08:30",
    deliveryFrequency: "twice_daily",
    breakingNewsAlerts: true,
    quietStart: "22:00",
    quietEnd: "07:00",
    alertsIncluded: false,
    trialEndsAt: "2026-11-28T08:00:00Z",
  },
  "user/delivery-hours": { deliveryHours: ["08:30", "18:30"] },
  categories,
  "user/categories": categories.filter(({ id }) => [1, 2, 5].includes(id)),
  subscription,
  "subscription-plans": product.plans.map((plan) => ({
    ...plan,
    features: featurePhrases(plan.limits),
  })),
  product,
  "plan-change-preview": { dueToday: 766, credited: 0, renewsAt: subscription.currentPeriodEnd },
  "payment-configuration": { publishableKey: "pk_test_1", simulated: false },
  "automation/status": { success: true, isRunning: true, pausedUntil: null, disconnected: null },
  "message-history": {
    success: true,
    history: [
      {
        id: "3",
        timestamp: hoursAgo(0.5),
        status: "read",
        played: true,
        content: "*Matinale* Le prix du blé recule pour la troisième semaine",
        ...digest,
      },
      {
        id: "2",
        timestamp: hoursAgo(14.5),
        status: "delivered",
        content: "*Matinale* Une batterie au sodium sort du laboratoire",
        ...digest,
      },
      {
        id: "1",
        timestamp: hoursAgo(24.5),
        status: "failed",
        content: "*Matinale* Le vote du budget est reporté à mardi",
        errorMessage: "Ce numéro ne répond pas sur WhatsApp.",
        ...digest,
      },
    ],
  },
  sessions: [],
  "whatsapp/number": { number: "33700000000", link: "https://wa.me/33700000000", svg: "" },
};

/** Answers the page's API requests with fixed data and stops its clock. */
export async function stubApi(page: Page): Promise<void> {
  await page.clock.setFixedTime(now);
  await page.route("**/api/**", (route) => {
    const path = new URL(route.request().url()).pathname.slice("/api/".length);
    return route.fulfill(path in responses ? { json: responses[path] } : { status: 404, json: {} });
  });
}
