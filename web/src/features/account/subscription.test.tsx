import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { saveFile } from "../../lib/save-file.ts";
import { gateway } from "../../testing/gateway.ts";
import { camille, preferences, premium } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";

vi.mock("../../lib/save-file.ts", () => ({ saveFile: vi.fn<() => void>() }));

const subscribed = () => {
  gateway.state.me = { ...camille, stripeSubscriptionId: "sub_1" };
  gateway.state.subscription = premium;
};

async function openTab() {
  const visited = await visit("/account", { signedIn: true });
  await visited.user.click(await screen.findByRole("tab", { name: "Abonnement" }));
  return visited;
}

type Scope = Pick<typeof screen, "getByRole">;
const addressOf = (link: string, scope: Scope = screen) =>
  scope.getByRole("link", { name: link }).getAttribute("href");

test("the settings tab is the first one, with the language and a link to the settings", async () => {
  await visit("/account", { signedIn: true });
  const panel = within(await screen.findByRole("tabpanel", { name: "Réglages" }));
  expect(panel.getByText("Français")).toBeVisible();
  expect(addressOf("Ouvrir les réglages", panel)).toBe("/settings?tab=preferences");
});

test("without a subscription the tab offers to choose a plan", async () => {
  await openTab();
  expect(await screen.findByText("Pas encore d’abonnement")).toBeVisible();
  expect(addressOf("Choisir une formule")).toBe("/subscribe");
});

const trial = {
  ...premium,
  status: "trialing",
  stripeSubscriptionId: null,
  trialEndsAt: "2026-11-28T08:41:00.000Z",
} as const;
const panel = async () => within(await screen.findByRole("tabpanel", { name: "Abonnement" }));
const spaces = { normalizer: (text: string) => text.replaceAll(/\s/g, " ") };

describe("a trial without a subscription", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date("2026-11-24T10:00:00Z"), toFake: ["Date"] });
    gateway.state.subscription = trial;
  });
  afterEach(() => vi.useRealTimers());

  test("shows the days that are left and the end, beside the choice of a plan", async () => {
    await openTab();
    expect(await (await panel()).findByText("4")).toBeVisible();
    expect((await panel()).getByText("jours d’essai restants")).toBeVisible();
    expect((await panel()).getByText(/^Jusqu’au 28 novembre 2026 à 09:41\.$/)).toBeVisible();
    expect((await panel()).getByText(/^Votre essai ne demande pas de carte/)).toBeVisible();
    expect(addressOf("Choisir une formule")).toBe("/subscribe");
  });

  test("is on the account page without opening the tab", async () => {
    await visit("/account", { signedIn: true });
    const text = "Essai gratuit : encore 4 jours, jusqu’au 28 novembre 2026 à 09:41.";
    expect(await screen.findByText(text, { exact: false, ...spaces })).toBeVisible();
    expect(addressOf("Voir l’abonnement")).toBe("/account?tab=subscription");
  });

  test("ends at the time of the account’s time zone", async () => {
    gateway.state.preferences = { ...preferences, timezone: "Asia/Tokyo" };
    await openTab();
    expect(await (await panel()).findByText("Jusqu’au 28 novembre 2026 à 17:41.")).toBeVisible();
  });

  test("is in the account menu", async () => {
    const { user } = await visit("/login", { signedIn: true });
    await user.click(await screen.findByRole("button", { name: /Menu du compte$/ }));
    const menu = within(await screen.findByRole("menu"));
    expect(await menu.findByText("Essai gratuit : encore 4 jours", spaces)).toBeVisible();
  });

  test("says that it has ended", async () => {
    gateway.state.subscription = { ...trial, status: "lapsed", planId: null };
    const { user } = await openTab();
    const text = "Votre essai gratuit s’est terminé le 28 novembre 2026 à 09:41";
    expect(await (await panel()).findByText(text, { exact: false, ...spaces })).toBeVisible();
    expect((await panel()).queryByText("jours d’essai restants")).toBeNull();
    await user.click(screen.getByRole("button", { name: /Menu du compte$/ }));
    expect(await screen.findByText("Essai gratuit terminé")).toBeVisible();
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
});

test("asks for no trial when the reader has a subscription, which may be simulated", async () => {
  subscribed();
  gateway.state.subscription = { ...premium, simulated: true };
  await openTab();
  expect(await screen.findByText("Abonnement simulé : rien n’est prélevé.", spaces)).toBeVisible();
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
  expect(addressOf("Changer de formule")).toBe("/subscribe");
  expect(screen.getByText("Prochain paiement le 21 décembre 2026.")).toBeVisible();
});

test("without an end date the trial ends seven days from now", async () => {
  subscribed();
  vi.useFakeTimers({ now: new Date("2026-11-21T10:00:00Z"), toFake: ["Date"] });
  await openTab();
  expect(await screen.findByText(/Jusqu’au 28 novembre 2026/)).toBeVisible();
  vi.useRealTimers();
});

test("lists the invoices with their state and links to Stripe's page and file", async () => {
  subscribed();
  gateway.state.invoices = [
    {
      id: "in_2",
      number: "MAT-0002",
      createdAt: "2026-11-21T08:00:00.000Z",
      amount: 999,
      currency: "eur",
      state: "paid",
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
  const invoice = {
    id: "in_1",
    number: null,
    createdAt: "2026-11-21T08:00:00.000Z",
    currency: "eur",
    pageUrl: null,
    pdfUrl: null,
  };
  gateway.state.invoices = [
    { ...invoice, amount: 999, state: "open" },
    { ...invoice, id: "in_2", amount: 0, state: "paid" },
  ];
  await openTab();
  expect(await screen.findByText("À payer")).toBeVisible();
  expect(screen.queryByText(/remboursement/)).toBeNull();
});

test("shows no card of invoices before the first one", async () => {
  await openTab();
  await screen.findByText("Pas encore d’abonnement");
  expect(screen.queryByText("Vos factures")).toBeNull();
});

test("a cancellation asks for confirmation, then shows the last day", async () => {
  subscribed();
  const { user } = await openTab();
  await user.click(await screen.findByRole("button", { name: "Résilier" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText("21 décembre 2026")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Conserver mon abonnement" })).toHaveFocus();
  await user.click(dialog.getByRole("button", { name: "Résilier" }));
  expect(await screen.findByText("Abonnement résilié")).toBeVisible();
  expect(
    await screen.findByText(/Vos éditions arrivent jusqu’au 21 décembre 2026\. A/),
  ).toBeVisible();
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

test("a failed cancellation shows the message of the server", async () => {
  subscribed();
  gateway.fail("cancel-subscription", 503, "SERVICE_UNAVAILABLE", "Plus tard.");
  const { user } = await openTab();
  await user.click(await screen.findByRole("button", { name: "Résilier" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Résilier" }));
  expect(await screen.findByText("Plus tard.")).toBeVisible();
});

test("downloads the account data as a file", async () => {
  const { user } = await visit("/account", { signedIn: true });
  await user.click(await screen.findByRole("button", { name: "Télécharger mes données" }));
  await waitFor(() =>
    expect(saveFile).toHaveBeenCalledWith(
      "matinale.json",
      JSON.stringify({ identity: { username: "camille" } }),
    ),
  );
});

test("deletes the account after the password is entered, and clears the session", async () => {
  const { user, address, store } = await visit("/account", { signedIn: true, next: "/" });
  await user.click(await screen.findByRole("button", { name: "Supprimer mon compte" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/Pendant 13\smois, nous gardons/)).toBeVisible();
  const confirm = dialog.getByRole("button", { name: "Supprimer mon compte" });
  await user.click(confirm);
  expect(await dialog.findByText("Indiquez votre mot de passe pour confirmer.")).toBeVisible();
  await user.click(dialog.getByLabelText("Mot de passe"));
  await user.paste("correct horse");
  await user.click(confirm);
  await waitFor(() => expect(address()).toBe("/"));
  expect(gateway.calls).toContainEqual({
    call: "DELETE /api/user",
    body: { password: "correct horse" },
  });
  await waitFor(() =>
    expect(JSON.stringify(store.getState().api.queries)).not.toContain(camille.email),
  );
});
