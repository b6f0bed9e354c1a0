import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
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
  expect(addressOf("Ouvrir les réglages", panel)).toBe("/settings");
});

test("without a subscription the tab offers to choose a plan", async () => {
  await openTab();
  expect(await screen.findByText("Pas encore d’abonnement")).toBeVisible();
  expect(addressOf("Choisir une formule")).toBe("/subscribe");
});

test.each([
  [
    true,
    "Vous avez déjà utilisé l’essai gratuit. Choisissez une formule pour recevoir vos éditions.",
  ],
  [false, "L’essai dure 7 jours et ne demande pas de carte bancaire."],
])("says whether the trial was used (%s) beside the choice of a plan", async (trialUsed, text) => {
  gateway.state.subscription = {
    ...premium,
    status: trialUsed ? "lapsed" : "trialing",
    stripeSubscriptionId: null,
    trialUsed,
  };
  await openTab();
  expect(await screen.findByText(text)).toBeVisible();
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
  expect(addressOf("Reprendre l’abonnement")).toBe("/subscribe?plan=2");
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
