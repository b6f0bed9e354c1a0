import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferences, premium } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const trial = {
  ...premium,
  status: "trialing",
  stripeSubscriptionId: null,
  trialEndsAt: "2026-11-28T08:41:00.000Z",
} as const;
const panel = async () => within(await screen.findByRole("tabpanel", { name: "Abonnement" }));
const spaces = { normalizer: (text: string) => text.replaceAll(/\s/g, " ") };

const openTab = () => visit("/account?tab=subscription", { signedIn: true });
const addressOf = (link: string) => screen.getByRole("link", { name: link }).getAttribute("href");

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-24T10:00:00Z"), toFake: ["Date"] });
  gateway.state.subscription = trial;
});
afterEach(() => vi.useRealTimers());

test("shows the days that are left and the end, beside the choice of a plan", async () => {
  await openTab();
  expect(await (await panel()).findByText("4")).toBeVisible();
  expect((await panel()).getByText("jours d’essai restants")).toBeVisible();
  expect((await panel()).getByText(/^Jusqu’au 28 novembre 2026 à 9 h 41\.$/)).toBeVisible();
  expect((await panel()).getByText(/^Votre essai ne demande pas de carte/)).toBeVisible();
  expect(addressOf("Choisir une formule")).toBe("/subscribe");
});

test("counts the days by the clock of the server, when that of the browser is wrong", async () => {
  gateway.server.use(
    http.get("*/api/subscription", () =>
      HttpResponse.json(trial, { headers: { date: "Thu, 26 Nov 2026 10:00:00 GMT" } }),
    ),
  );
  await openTab();
  expect(await (await panel()).findByText("2")).toBeVisible();
});

test("is on the account page without opening the tab", async () => {
  await visit("/account", { signedIn: true });
  const text = "Essai gratuit : encore 4 jours, jusqu’au 28 novembre 2026 à 9 h 41.";
  expect(await screen.findByText(text, { exact: false, ...spaces })).toBeVisible();
  expect(addressOf("Voir l’abonnement")).toBe("/account?tab=subscription");
});

test("ends at the time of the account’s time zone", async () => {
  gateway.state.preferences = { ...preferences, timezone: "Asia/Tokyo" };
  await openTab();
  expect(await (await panel()).findByText("Jusqu’au 28 novembre 2026 à 17 h 41.")).toBeVisible();
});

test("is in the account menu", async () => {
  const { user } = await visit("/login", { signedIn: true });
  await user.click(await screen.findByRole("button", { name: /Menu du compte$/ }));
  const menu = within(await screen.findByRole("menu"));
  expect(await menu.findByText("Essai gratuit : encore 4 jours", spaces)).toBeVisible();
});

test("says that no plan is in force after it, or after a subscription", async () => {
  gateway.state.subscription = { ...trial, status: "lapsed", planId: null };
  const { user } = await openTab();
  const text =
    /^Votre essai gratuit ou votre abonnement est terminé\s: vos éditions sont en pause\./;
  expect(await (await panel()).findByText(text)).toBeVisible();
  expect((await panel()).queryByText("jours d’essai restants")).toBeNull();
  await user.click(screen.getByRole("button", { name: /Menu du compte$/ }));
  expect(await screen.findByText("Aucune formule en cours")).toBeVisible();
});

test("is not shown to a person whose deleted account used it", async () => {
  gateway.state.subscription = { ...trial, status: "lapsed", trialUsed: true };
  await openTab();
  expect(
    await screen.findByText(
      "Vous avez déjà utilisé l’essai gratuit. Choisissez une formule pour recevoir vos éditions.",
    ),
  ).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/Essai gratuit/)).toBeNull());
});

test("is announced in general terms while it is not known", async () => {
  gateway.fail("subscription", 503, "SERVICE_UNAVAILABLE", "Plus tard.");
  await openTab();
  expect(
    await screen.findByText("L’essai dure 7 jours et ne demande pas de carte bancaire.", spaces),
  ).toBeVisible();
});
