import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type * as Constants from "../../config/constants.ts";
import { camille, premium } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

vi.mock("../../config/constants.ts", async (original) => ({
  ...(await original<typeof Constants>()),
  paymentPollMs: 10,
}));

/** Comes back from Stripe, to the tab of the subscription. */
const comeBack = (result: string) =>
  visit(`/account?payment_intent=pi_1&redirect_status=${result}&tab=subscription`, {
    signedIn: true,
  });

test("after a payment the account waits for the plan, then shows it", async () => {
  const { address } = await comeBack("succeeded");
  expect((await screen.findAllByText(/^Paiement reçu/))[0]).toBeVisible();
  expect(screen.queryByText("Pas encore d’abonnement")).toBeNull();
  gateway.state.subscription = premium;
  gateway.state.me = { ...camille, stripeSubscriptionId: "sub_1" };
  expect(await screen.findByText("Votre formule est active")).toBeVisible();
  expect(await screen.findByText("Actif")).toBeVisible();
  await waitFor(() => expect(address()).toBe("/account?tab=subscription"));
  expect(screen.queryByText(/^Paiement reçu/)).toBeNull();
});

test("after a failed payment the account says that nothing was charged, and offers the plans", async () => {
  await comeBack("failed");
  expect(await screen.findByText(/^Le paiement n’a pas abouti/)).toBeVisible();
  const [choose] = screen.getAllByRole("link", { name: "Choisir une formule" });
  expect(choose).toHaveAttribute("href", "/subscribe");
});
