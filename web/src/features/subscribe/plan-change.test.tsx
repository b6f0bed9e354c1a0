import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { premium } from "../../testing/fixtures.ts";
import { stripe } from "../../testing/fake-stripe.tsx";
import { gateway } from "../../testing/gateway.ts";
import { intents, openPlans, payWith } from "../../testing/payments.ts";
import { visit } from "../../testing/render-app.tsx";

beforeEach(() => {
  payWith("secret_1");
  gateway.state.subscription = premium;
});

test("a subscriber sees the current plan and must confirm before the card on file is charged", async () => {
  const { user } = await openPlans();
  expect(await screen.findByRole("radio", { checked: true })).toHaveAccessibleName("Premium");
  expect(await screen.findByText(/est déjà votre formule/)).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Essentiel" }));
  const confirm = await screen.findByRole("button", { name: "Passer à Essentiel et payer" });
  expect(screen.getByText(/^À payer aujourd’hui\s: 6,67\s€ pour le reste/)).toBeVisible();
  expect(
    screen.getByText(/^Ensuite, 4,99\s€ par mois à partir du 21 décembre 2026\.$/),
  ).toBeVisible();
  expect(intents()).toEqual([]);
  await user.click(confirm);
  await waitFor(() => expect(intents()).toEqual([{ planId: 1, subscriptionToChange: "sub_1" }]));
});

test.each([
  ["fr", "Passer à Essentiel", /^Rien à payer aujourd’hui\.$/, /5,00\s€ déjà payés viendront en/],
  ["en", "Move to Essential", /^Nothing to pay today\.$/, /The €5\.00 you have already paid comes/],
] as const)(
  "a smaller plan costs nothing today (%s)",
  async (language, submit, nothing, credited) => {
    gateway.state.planChange = { ...gateway.state.planChange, dueToday: 0, credited: 500 };
    await visit("/subscribe?plan=1", { signedIn: true, language });
    expect(await screen.findByRole("button", { name: submit })).toBeVisible();
    expect(screen.getByText(nothing)).toBeVisible();
    expect(screen.getByText(credited)).toBeVisible();
  },
);

test.each([
  ["the server refuses it", 409, "CONFLICT", "Votre dernier paiement a échoué."],
  ["the plan is unknown to the server", 404, "NOT_FOUND", "Cette formule n’existe plus."],
])(
  "without a preview of the costs nothing can be confirmed: %s",
  async (_why, status, code, message) => {
    gateway.fail("plan-change-preview", status, code, message);
    await openPlans("/subscribe?plan=1");
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(screen.queryByRole("button", { name: /^Passer à/ })).toBeNull();
    expect(intents()).toEqual([]);
  },
);

/** Confirms the change to Essentiel. @returns a function that sends the response of the charge */
async function confirmEssentiel() {
  const visited = await openPlans("/subscribe?plan=2");
  const { user } = visited;
  await user.click(await screen.findByRole("radio", { name: "Essentiel" }));
  const respond = gateway.hold("create-payment-intent");
  await user.click(await screen.findByRole("button", { name: "Passer à Essentiel et payer" }));
  await waitFor(() => expect(intents()).toEqual([{ planId: 1, subscriptionToChange: "sub_1" }]));
  return { ...visited, respond };
}
const charged = { clientSecret: null, simulated: false };

test("while the card is charged no other plan can be chosen, then the account page opens", async () => {
  const { respond, address } = await confirmEssentiel();
  for (const radio of screen.getAllByRole("radio")) expect(radio).toBeDisabled();
  respond(charged);
  expect(await screen.findByText("L’abonnement est créé")).toBeVisible();
  await waitFor(() => expect(address()).toBe("/account"));
});

test("a change that is charged after the reader went back is reported, and updates the plan", async () => {
  const { respond, go, address } = await confirmEssentiel();
  go(-1);
  await waitFor(() => expect(address()).toBe("/subscribe?plan=2"));
  gateway.state.subscription = { ...premium, planId: 1 };
  respond(charged);
  expect(await screen.findByText("L’abonnement est créé")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Passer à Premium et payer" })).toBeVisible();
  expect(address()).toBe("/subscribe?plan=2");
});

test("a charge that is refused after the reader went back is reported", async () => {
  const { respond, go, address } = await confirmEssentiel();
  go(-1);
  await waitFor(() => expect(address()).toBe("/subscribe?plan=2"));
  respond({ success: false, message: "Votre banque a refusé." });
  expect(await screen.findByText("Votre banque a refusé.")).toBeVisible();
});

test("a payment that failed can be made on the page of the plans, without another waiver", async () => {
  const graceEndsAt = "2026-12-28T08:00:00.000Z";
  gateway.state.subscription = { ...premium, status: "past_due", graceEndsAt };
  stripe.confirmPayment.mockResolvedValue({ error: { message: "Carte refusée." } });
  const { user } = await openPlans();
  expect(await screen.findByText(/^Votre dernier paiement a échoué/)).toBeVisible();
  expect(screen.queryByText(/est déjà votre formule/)).toBeNull();
  const pay = await screen.findByRole("button", { name: "Payer" });
  expect(screen.queryByRole("checkbox")).toBeNull();
  await user.click(pay);
  expect(await screen.findByText("Carte refusée.")).toBeVisible();
  expect(intents()).toEqual([{ planId: 2 }, { planId: 2 }]);
});

test("opens without a payment for a plan that was bought in another tab", async () => {
  gateway.state.subscription = { ...premium, status: "trialing", stripeSubscriptionId: null };
  const visited = await visit("/account?tab=subscription", { signedIn: true, next: "/subscribe" });
  const choose = async () =>
    visited.user.click(await screen.findByRole("link", { name: "Choisir une formule" }));
  // now the page has everything that it needs in the cache
  await choose();
  expect(await screen.findByTestId("secret_1")).toBeInTheDocument();
  visited.go(-1);
  await screen.findByText("Aucun abonnement en cours");
  gateway.state.subscription = premium;
  await choose();
  expect(await screen.findByText(/est déjà votre formule/)).toBeVisible();
  expect(intents()).toEqual([{ planId: 1 }]);
});

test("a plan that another tab bought meanwhile is shown after the server refused the choice", async () => {
  gateway.state.subscription = { ...premium, status: "trialing", stripeSubscriptionId: null };
  const { user } = await openPlans("/subscribe?plan=2");
  expect(await screen.findByTestId("secret_1")).toBeInTheDocument();
  gateway.state.subscription = premium;
  gateway.fail("create-payment-intent", 409, "CONFLICT", "Votre abonnement a changé.");
  await user.click(screen.getByRole("radio", { name: "Essentiel" }));
  expect(await screen.findByRole("button", { name: "Passer à Essentiel et payer" })).toBeVisible();
  expect(await screen.findByText("Votre abonnement a changé.")).toBeVisible();
});

test("a refused charge says why, and can be confirmed again", async () => {
  const { respond, user, store } = await confirmEssentiel();
  respond({ success: false, message: "Votre banque a refusé." });
  const again = await screen.findByRole("button", { name: "Passer à Essentiel et payer" });
  expect(screen.getByRole("alert")).toHaveTextContent("Votre banque a refusé.");
  expect(store.getState().toasts.current).toBeNull();
  gateway.server.resetHandlers();
  await user.click(again);
  await waitFor(() => expect(intents()).toHaveLength(2));
});
