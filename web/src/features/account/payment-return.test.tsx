import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type * as Constants from "../../config/constants.ts";
import { camille, premium } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

vi.mock("../../config/constants.ts", async (original) => ({
  ...(await original<typeof Constants>()),
  paymentPollMs: 10,
  paymentLateMs: 300,
}));

/** Comes back from Stripe after the payment of Premium, to the tab of the subscription. */
const comeBack = (result: string) =>
  visit(`/account?plan=2&payment_intent=pi_1&redirect_status=${result}&tab=subscription`, {
    signedIn: true,
  });

test("after a payment the account waits for the plan, then shows it", async () => {
  const { address } = await comeBack("succeeded");
  expect((await screen.findAllByText(/^Paiement reçu/))[0]).toBeVisible();
  expect(screen.queryByText("Aucun abonnement en cours")).toBeNull();
  // a slow answer, with which the account knows the subscription
  const respond = gateway.hold("me");
  gateway.state.subscription = premium;
  expect(await screen.findByText("Votre formule est active")).toBeVisible();
  expect(await screen.findByText("Actif")).toBeVisible();
  expect(screen.queryByText("Aucun abonnement en cours")).toBeNull();
  expect(screen.queryByText(/^Votre essai gratuit s’est terminé/)).toBeNull();
  respond({ ...camille, stripeSubscriptionId: "sub_1" });
  await waitFor(() => expect(address()).toBe("/account?tab=subscription"));
  expect(screen.queryByText(/^Paiement reçu/)).toBeNull();
});

test("a plan that is not in force after a minute is reported, with where to ask", async () => {
  await comeBack("succeeded");
  expect(await screen.findByText(/votre formule n’est pas encore active/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Écrivez-nous" })).toHaveAttribute("href", "/contact");
});

test("after the payment of a change the account waits for the new plan", async () => {
  gateway.state.subscription = { ...premium, planId: 1 };
  gateway.state.me = { ...camille, stripeSubscriptionId: "sub_1" };
  const { address, store } = await comeBack("succeeded");
  expect(await screen.findByRole("heading", { name: "Essentiel" })).toBeVisible();
  const read = () => gateway.calls.filter(({ call }) => call === "GET /api/subscription").length;
  const before = read();
  await waitFor(() => expect(read()).toBeGreaterThan(before + 1));
  expect(store.getState().toasts.current).toBeNull();
  gateway.state.subscription = premium;
  expect(await screen.findByRole("heading", { name: "Premium" })).toBeVisible();
  await waitFor(() => expect(address()).toBe("/account?tab=subscription"));
});

test("after a failed payment the account says that nothing was charged, and offers the plans", async () => {
  await comeBack("failed");
  expect(await screen.findByText(/^Le paiement n’a pas abouti/)).toBeVisible();
  const [choose] = screen.getAllByRole("link", { name: "Choisir une formule" });
  expect(choose).toHaveAttribute("href", "/subscribe");
});
