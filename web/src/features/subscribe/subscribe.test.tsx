import { screen, waitFor } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { camille, premium } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { intents, openPlans, payWith } from "../../testing/payments.ts";
import { visit } from "../../testing/render-app.tsx";
import { shownToast } from "../../testing/shown-toast.ts";
import { toasts } from "../../toasts/toasts-slice.ts";

const chosen = () => screen.findByRole("radio", { checked: true });

test("without a session shows one toast and redirects to the log-in", async () => {
  const added = vi.spyOn(toasts.actions, "add");
  const { address } = await visit("/subscribe", { strict: true });
  // the redirect may draw the toast again
  await waitFor(() =>
    expect(screen.getByText("Connectez-vous pour choisir une formule")).toBeVisible(),
  );
  expect(shownToast()).toHaveAttribute("data-variant", "destructive");
  await waitFor(() => expect(address()).toBe("/login?redirect=subscribe"));
  expect(added).toHaveBeenCalledOnce();
});

test("the log-in leads back to the plans", async () => {
  payWith("secret_1");
  const { user, address } = await visit("/login?redirect=subscribe");
  await user.type(await screen.findByLabelText("Adresse e-mail"), camille.email);
  await user.type(screen.getByLabelText("Mot de passe"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
  await waitFor(() => expect(address()).toBe("/subscribe"));
});

test("the log-in leads back to the chosen plan", async () => {
  payWith("secret_1");
  const { user, address } = await visit("/subscribe?plan=2");
  await user.type(await screen.findByLabelText("Adresse e-mail"), camille.email);
  await user.type(screen.getByLabelText("Mot de passe"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
  await waitFor(() => expect(address()).toBe("/subscribe?plan=2"));
  await waitFor(() => expect(intents()).toEqual([{ planId: 2 }]));
});

test("the log-in ignores any other redirect", async () => {
  const { user, address } = await visit("/login?redirect=https://evil.example");
  await user.type(await screen.findByLabelText("Adresse e-mail"), camille.email);
  await user.type(screen.getByLabelText("Mot de passe"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
  await waitFor(() => expect(address()).toBe("/account"));
});

test.each([
  ["?plan=2", "Premium", 2],
  ["", "Essentiel", 1],
  ["?plan=99", "Essentiel", 1],
  ["?plan=premium", "Essentiel", 1],
])("%s selects %s and creates one payment intent", async (search, name, planId) => {
  payWith("secret_1");
  await openPlans(`/subscribe${search}`);
  expect(await chosen()).toHaveAccessibleName(name);
  expect(await screen.findByTestId("secret_1")).toBeInTheDocument();
  expect(intents()).toEqual([{ planId }]);
});

test("a click on a plan changes the address and creates a payment intent for the plan", async () => {
  payWith("secret_1");
  const { user, address } = await openPlans();
  await user.click(await screen.findByRole("radio", { name: "Premium" }));
  expect(address()).toBe("/subscribe?plan=2");
  await waitFor(() => expect(intents()).toEqual([{ planId: 1 }, { planId: 2 }]));
});

test("asks for country, postcode and promotion code before the payment, and shows the lower amount", async () => {
  payWith("secret_1", 799);
  gateway.state.payment = { ...gateway.state.payment, asksAddress: true, asksPromotionCode: true };
  const { user } = await openPlans("/subscribe?plan=2");
  await user.type(await screen.findByLabelText("Code postal"), "75011 ");
  expect(screen.getByRole("combobox", { name: /Pays de facturation/ })).toHaveTextContent("France");
  await user.type(screen.getByLabelText("Code promo (facultatif)"), "MATIN20");
  expect(intents()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Continuer vers le paiement" }));
  expect(await screen.findByTestId("secret_1")).toBeInTheDocument();
  const address = { country: "FR", postalCode: "75011" };
  expect(intents()).toEqual([{ planId: 2, address, promotionCode: "MATIN20" }]);
  expect(screen.getByText(/^À payer aujourd’hui\s: 7,99\s€\.$/)).toBeVisible();
});

test("a refused promotion code leads back to the form with what was typed", async () => {
  payWith("secret_1");
  gateway.state.payment = { ...gateway.state.payment, asksPromotionCode: true };
  const refusal = "Ce code promo n’est pas valable pour cette formule.";
  gateway.server.use(
    http.post("*/api/create-payment-intent", () =>
      HttpResponse.json({ code: "VALIDATION_FAILED", message: refusal }, { status: 400 }),
    ),
  );
  const { user } = await openPlans();
  await user.type(await screen.findByLabelText("Code promo (facultatif)"), "PAST");
  await user.click(screen.getByRole("button", { name: "Continuer vers le paiement" }));
  expect((await screen.findAllByText(refusal)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByLabelText("Code promo (facultatif)")).toHaveValue("PAST");
});

test.each([
  ["fr", /^Vous avez déjà utilisé l’essai gratuit/],
  ["en", /^You have already used the free trial/],
] as const)(
  "says that there is no second trial when the trial was used (%s)",
  async (language, text) => {
    payWith("secret_1");
    const { subscription } = gateway.state;
    gateway.state.subscription = {
      ...subscription,
      status: "lapsed",
      stripeSubscriptionId: null,
      trialUsed: true,
    };
    await visit("/subscribe", { signedIn: true, language });
    expect(await screen.findByText(text)).toBeVisible();
    gateway.state.subscription = subscription;
  },
);

test.each([
  ["fr", "Europe/Paris", "Votre essai court jusqu’au 28 novembre 2026 à 9 h. La formule commence"],
  [
    "en",
    "Asia/Tokyo",
    "Your trial runs until 28 November 2026 at 17:00. The plan starts as soon as",
  ],
] as const)(
  "says that a plan replaces the trial that still runs (%s)",
  async (language, timezone, text) => {
    payWith("secret_1");
    gateway.state.preferences = { ...gateway.state.preferences, timezone };
    await visit("/subscribe", { signedIn: true, language });
    expect(await screen.findByText(text, { exact: false })).toBeVisible();
  },
);

test.each([
  ["a subscription is active", premium],
  ["the trial has ended", { status: "lapsed", stripeSubscriptionId: null } as const],
])("does not mention a running trial when %s", async (_when, state) => {
  payWith("secret_1");
  gateway.state.subscription = { ...gateway.state.subscription, ...state };
  await openPlans();
  await chosen();
  expect(screen.queryByText(/^Votre essai court/)).toBeNull();
});

test("says which categories a smaller plan sends, before its purchase", async () => {
  payWith("secret_1");
  gateway.state.chosen = [1, 2, 3, 4, 5];
  const { user } = await openPlans("/subscribe?plan=1");
  const text =
    /^Essentiel comprend 3 catégories et vous en avez choisi 5\s: vos éditions contiendront Politique, Économie et Technologie\./;
  expect(await screen.findByText(text)).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Premium" }));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  expect(screen.queryByText(/vos éditions contiendront/)).toBeNull();
});

test.each([
  ["the trial was not used", { stripeSubscriptionId: null, trialUsed: false }],
  ["a subscription is active", { ...premium, trialUsed: true }],
])("does not mention the trial when %s", async (_when, state) => {
  payWith("secret_1");
  gateway.state.subscription = { ...gateway.state.subscription, ...state };
  await openPlans();
  await chosen();
  expect(screen.queryByText(/essai gratuit/)).toBeNull();
});

test("creates a new payment intent when the reader comes back to a plan", async () => {
  payWith("secret_1");
  const { user } = await openPlans();
  expect(await screen.findByTestId("secret_1")).toBeInTheDocument();
  for (const plan of ["Premium", "Essentiel"]) {
    await user.click(await screen.findByRole("radio", { name: plan }));
  }
  await waitFor(() => expect(intents()).toEqual([1, 2, 1].map((planId) => ({ planId }))));
});

test("ignores a late response for the previous plan", async () => {
  payWith("unused");
  const slow = Promise.withResolvers<void>();
  gateway.server.use(
    http.post("*/api/create-payment-intent", async ({ request }) => {
      const { planId } = (await request.json()) as { planId: number };
      if (planId === 1) await slow.promise;
      else await delay(0);
      return HttpResponse.json({ clientSecret: `secret_of_${planId}`, simulated: false });
    }),
  );
  const { user } = await openPlans();
  await user.click(await screen.findByRole("radio", { name: "Premium" }));
  expect(await screen.findByTestId("secret_of_2")).toBeInTheDocument();
  slow.resolve();
  await waitFor(() => expect(screen.queryByTestId("secret_of_1")).not.toBeInTheDocument());
  expect(screen.getByTestId("secret_of_2")).toBeInTheDocument();
});

test("a simulated subscription shows the specified text and opens the account page", async () => {
  const { address } = await openPlans("/subscribe?plan=2");
  expect(await screen.findByText("Abonnement simulé créé avec succès")).toBeVisible();
  await waitFor(() => expect(address()).toBe("/account"));
});

test("an intent without a client secret means that nothing is left to pay", async () => {
  payWith(null);
  const { address } = await openPlans();
  expect(
    await screen.findByText("Vos éditions suivent dès maintenant votre nouvelle formule."),
  ).toBeVisible();
  await waitFor(() => expect(address()).toBe("/account"));
});

test("what depends on the plan is loaded again after a purchase", async () => {
  const automationMessage = "Choisissez une formule.";
  Object.assign(gateway.state, { waitsFor: "plan", automationMessage });
  const { user, go, address } = await visit("/settings", { signedIn: true, next: "/subscribe" });
  expect(await screen.findByText(automationMessage)).toBeVisible();
  gateway.state.waitsFor = null;
  gateway.state.preferences = { ...gateway.state.preferences, alertsIncluded: true };
  await user.click(await screen.findByRole("link", { name: "Choisir une formule" }));
  await waitFor(() => expect(address()).toBe("/account"));
  go(-2);
  expect(await screen.findByRole("switch", { name: "Recevoir les alertes info" })).toBeVisible();
  expect(screen.queryByText(automationMessage)).toBeNull();
});

test("without a payment configuration creates no intent and shows the specified text", async () => {
  gateway.state.payment = { ...gateway.state.payment, publishableKey: null, simulated: false };
  await openPlans();
  expect(
    await screen.findByText(
      "The payment service is not available at the moment. Please try again later.",
    ),
  ).toBeVisible();
  expect(intents()).toEqual([]);
});

test("does not redirect and creates no intent before the user is loaded", async () => {
  gateway.server.use(http.get("*/api/me", () => delay("infinite")));
  const { address, store } = await openPlans("/subscribe?plan=2");
  expect(await screen.findByText("Chargement")).toBeVisible();
  expect(address()).toBe("/subscribe?plan=2");
  expect(store.getState().toasts.current).toBeNull();
  expect(intents()).toEqual([]);
});
