import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../api/api.ts";
import { installFakeTimers } from "../../testing/failures.ts";
import { gateway } from "../../testing/gateway.ts";
import { camille, preferences, premium } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";

afterEach(() => void vi.useRealTimers());

const subscribed = () => {
  gateway.state.me = { ...camille, stripeSubscriptionId: "sub_1" };
  gateway.state.subscription = premium;
};

const invoice = {
  id: "in_1",
  number: null,
  createdAt: "2026-11-21T08:00:00.000Z",
  amount: 999,
  currency: "eur",
  state: "paid",
  pageUrl: null,
  pdfUrl: null,
} as const;

async function openTab() {
  const visited = await visit("/account", { signedIn: true });
  await visited.user.click(await screen.findByRole("tab", { name: "Abonnement" }));
  return visited;
}

type Scope = Pick<typeof screen, "getByRole">;
const addressOf = (link: string, scope: Scope = screen) =>
  scope.getByRole("link", { name: link }).getAttribute("href");

test("without a subscription the tab offers to choose a plan", async () => {
  await openTab();
  // Directly below the title of the page: no level is skipped.
  const title = { name: "Aucun abonnement en cours", level: 2 };
  expect(await screen.findByRole("heading", title)).toBeVisible();
  expect(addressOf("Choisir une formule")).toBe("/subscribe");
});

test("asks for no trial when the reader has a subscription, which may be simulated", async () => {
  subscribed();
  gateway.state.subscription = { ...premium, simulated: true };
  await openTab();
  expect(await screen.findByText(/^Abonnement simulé\s: rien n’est prélevé\.$/)).toBeVisible();
  expect(screen.queryByText("Voir l’abonnement")).toBeNull();
});

test("shows no trial days to a paying subscriber whose trial was used before", async () => {
  subscribed();
  gateway.state.subscription = { ...premium, trialUsed: true };
  await openTab();
  await screen.findByRole("link", { name: "Changer de formule" });
  expect(await screen.findByText("Prochain paiement le 21 décembre 2026.")).toBeVisible();
  expect(screen.queryByText("jours d’essai")).toBeNull();
});

test("an active subscription shows seven trial days and when they end", async () => {
  subscribed();
  gateway.state.preferences = { ...preferences, trialEndsAt: "2999-11-28T12:00:00Z" };
  await openTab();
  expect(await screen.findByText("7")).toBeVisible();
  expect(await screen.findByText(/Jusqu’au 28 novembre 2999/)).toBeVisible();
  expect(await screen.findByText("Prochain paiement le 21 décembre 2026.")).toBeVisible();
  expect(addressOf("Changer de formule")).toBe("/subscribe");
});

test("without an end date the trial ends seven days from now", async () => {
  subscribed();
  vi.useFakeTimers({ now: new Date("2026-11-21T10:00:00Z"), toFake: ["Date"] });
  await openTab();
  expect(await screen.findByText(/Jusqu’au 28 novembre 2026/)).toBeVisible();
});

test("claims no state of a subscription that failed to load, and offers only a change of plan", async () => {
  subscribed();
  gateway.fail("subscription", 500, "INTERNAL", "Broken.");
  const { user } = await openTab();
  expect(await screen.findByText("Impossible de charger votre abonnement.")).toBeVisible();
  expect(screen.queryByText("Actif")).toBeNull();
  expect(screen.queryByRole("button", { name: "Résilier" })).toBeNull();
  expect(addressOf("Changer de formule")).toBe("/subscribe");
  gateway.server.resetHandlers();
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("Actif")).toBeVisible();
  expect(screen.getByRole("button", { name: "Résilier" })).toBeVisible();
});

test("shows no old state of a subscription that failed to load again", async () => {
  subscribed();
  gateway.state.subscription = { ...premium, cancelAt: premium.currentPeriodEnd };
  const { store } = await openTab();
  await screen.findByRole("button", { name: "Reprendre l’abonnement" });
  gateway.fail("subscription", 500, "INTERNAL", "Broken.");
  store.dispatch(api.util.invalidateTags(["Subscription"]));
  expect(await screen.findByText("Impossible de charger votre abonnement.")).toBeVisible();
  expect(screen.queryByText("Résilié")).toBeNull();
  expect(screen.queryByRole("button", { name: "Reprendre l’abonnement" })).toBeNull();
});

test("offers no cancellation before the subscription is loaded", async () => {
  subscribed();
  const respond = gateway.hold("subscription");
  await openTab();
  expect(await screen.findByRole("link", { name: "Changer de formule" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Résilier" })).toBeNull();
  respond(premium);
  expect(await screen.findByRole("button", { name: "Résilier" })).toBeVisible();
});

test("lists the invoices with their state and links to Stripe's page and file", async () => {
  subscribed();
  gateway.state.invoices = [
    {
      ...invoice,
      number: "MAT-0002",
      pageUrl: "https://invoice.example/in_2",
      pdfUrl: "https://invoice.example/in_2.pdf",
    },
  ];
  await openTab();
  const region = await screen.findByRole("region", { name: "Vos factures" });
  // A grid has a gap between this card and the one above it.
  expect(region.parentElement).toHaveStyle({ display: "grid" });
  const card = within(region);
  expect(card.getByText(/^9,99\s€$/)).toBeVisible();
  expect(card.getByText("Payée · MAT-0002")).toBeVisible();
  const page = "https://invoice.example/in_2";
  expect(addressOf("Ouvrir la facture 21 novembre 2026", card)).toBe(page);
  expect(addressOf("PDF 21 novembre 2026", card)).toBe(`${page}.pdf`);
  expect(addressOf("Demander un remboursement 21 novembre 2026", card)).toBe(
    "/contact?topic=refund&invoice=MAT-0002",
  );
});

test("offers no refund of an invoice that is not paid, or free", async () => {
  subscribed();
  gateway.state.invoices = [
    { ...invoice, state: "open" },
    { ...invoice, id: "in_2", amount: 0 },
  ];
  await openTab();
  expect(await screen.findByText("À payer")).toBeVisible();
  expect(screen.queryByText(/remboursement/)).toBeNull();
});

test("the next payment and the invoices have the days of the account’s time zone", async () => {
  subscribed();
  const evening = "2026-12-21T20:00:00.000Z";
  gateway.state.preferences = { ...preferences, timezone: "Asia/Tokyo" };
  gateway.state.subscription = { ...premium, currentPeriodEnd: evening };
  gateway.state.invoices = [{ ...invoice, createdAt: evening }];
  await openTab();
  expect(await screen.findByText("Prochain paiement le 22 décembre 2026.")).toBeVisible();
  const invoices = await screen.findByRole("region", { name: "Vos factures" });
  expect(await within(invoices).findByText(/^22 décembre 2026/, { ignore: "span" })).toBeVisible();
});

test("invoices that fail to load keep their card while they are loaded again", async () => {
  subscribed();
  gateway.fail("invoices", 503, "SERVICE_UNAVAILABLE", "Later, please.");
  const { user } = await openTab();
  const card = await screen.findByRole("region", { name: "Vos factures" });
  const respond = gateway.hold("invoices");
  await user.click(within(card).getByRole("button", { name: "Réessayer" }));
  expect(within(card).getByRole("button", { name: /Réessayer/, busy: true })).toBeVisible();
  respond({ invoices: [] });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Vos factures" })).toBeNull());
});

test("shows no card of invoices before the first one", async () => {
  await openTab();
  await screen.findByText("Aucun abonnement en cours");
  expect(screen.queryByText("Vos factures")).toBeNull();
});

test("a cancellation asks for confirmation, then shows the end in the account’s time zone", async () => {
  subscribed();
  gateway.state.preferences = { ...preferences, timezone: "Asia/Tokyo" };
  const { user } = await openTab();
  await user.click(await screen.findByRole("button", { name: "Résilier" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(await dialog.findByText("21 décembre 2026 à 17 h")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Conserver mon abonnement" })).toHaveFocus();
  await user.click(dialog.getByRole("button", { name: "Résilier" }));
  expect(await screen.findByText("Abonnement résilié")).toBeVisible();
  expect(
    await screen.findByText(/Vos éditions arrivent jusqu’au 21 décembre 2026 à 17 h\. A/),
  ).toBeVisible();
});

test("a cancellation succeeds that takes as long as the gateway waits for Stripe", async () => {
  subscribed();
  const { user } = await openTab();
  await user.click(await screen.findByRole("button", { name: "Résilier" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  installFakeTimers();
  const respond = gateway.hold("cancel-subscription");
  fireEvent.click(dialog.getByRole("button", { name: "Résilier" }));
  await waitFor(() => expect(gateway.bodies("POST /api/cancel-subscription")).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  respond({ success: true, endsAt: premium.currentPeriodEnd });
  expect(await screen.findByText("Abonnement résilié")).toBeVisible();
});

test("says until when editions come after a failed payment, and leads to its payment", async () => {
  subscribed();
  gateway.state.subscription = {
    ...premium,
    status: "past_due",
    graceEndsAt: "2026-12-28T08:00:00.000Z",
  };
  await openTab();
  expect(await screen.findByText(/arrivent jusqu’au 28 décembre 2026 à 9 h\.$/)).toBeVisible();
  expect(addressOf("Payer maintenant")).toBe("/subscribe");
});

test("says that an unpaid subscription ends at once when it is cancelled", async () => {
  subscribed();
  gateway.state.subscription = {
    ...premium,
    status: "past_due",
    graceEndsAt: "2026-12-28T08:00:00.000Z",
  };
  const { user } = await openTab();
  await user.click(await screen.findByRole("button", { name: "Résilier" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(await dialog.findByText(/vos éditions s’arrêtent aussitôt/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Résilier" }));
  expect(await screen.findByText("Abonnement résilié")).toBeVisible();
  expect(screen.queryByText("Vos éditions arrivent jusqu’au 21 décembre 2026 à 17 h.")).toBeNull();
});

test("resumes a cancelled subscription with one click, and says when the next payment is", async () => {
  subscribed();
  gateway.state.subscription = {
    ...premium,
    status: "canceled",
    cancelAt: premium.currentPeriodEnd,
  };
  const { user } = await openTab();
  await user.click(await screen.findByRole("button", { name: "Reprendre l’abonnement" }));
  expect(await screen.findByText("L’abonnement reprend")).toBeVisible();
  expect(screen.getAllByText("Prochain paiement le 21 décembre 2026.")[0]).toBeVisible();
  expect(await screen.findByRole("button", { name: "Résilier" })).toBeVisible();
});

test("shows a cancellation and its end while another call is pending", async () => {
  subscribed();
  gateway.hold("invoices");
  const { user } = await openTab();
  await user.click(await screen.findByRole("button", { name: "Résilier" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Résilier" }));
  expect(await screen.findByText("Abonnement résilié")).toBeVisible();
  expect(screen.getByText("Résilié")).toBeVisible();
  expect(screen.queryByText("Actif")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Reprendre l’abonnement" }));
  expect(await screen.findByText("L’abonnement reprend")).toBeVisible();
  expect(screen.getByText("Actif")).toBeVisible();
});

test.each([
  ["Stripe", "/api/update-card-link", true],
  ["a simulated payment", null, false],
])("offers the page of card and address with %s", async (_payment, updateCardUrl, offered) => {
  subscribed();
  gateway.state.subscription = { ...premium, updateCardUrl };
  await openTab();
  await screen.findByText("Prochain paiement le 21 décembre 2026.");
  expect(screen.queryByRole("button", { name: "Carte et adresse" }) !== null).toBe(offered);
});
