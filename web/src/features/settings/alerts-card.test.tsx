import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { preview } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const open = () => visit("/settings", { signedIn: true });
const card = async (name = "Alertes info") => within(await screen.findByRole("region", { name }));
const saves = () => gateway.bodies("PATCH /api/user/preferences");

beforeEach(() => {
  gateway.state.preferences = { ...gateway.state.preferences, alertsIncluded: true };
});

test("the switch turns alerts off and on, and saves nothing else", async () => {
  const { user } = await open();
  const alerts = await card();
  expect(alerts.getByRole("switch", { name: "Recevoir les alertes info" })).toBeChecked();
  await user.click(alerts.getByRole("switch"));
  expect(await screen.findByText("Alertes info désactivées")).toBeVisible();
  await waitFor(() => expect(alerts.getByRole("switch")).not.toBeChecked());
  expect(alerts.queryByLabelText("à")).toBeNull();
  await user.click(alerts.getByRole("switch"));
  expect(await screen.findByText("Alertes info activées")).toBeVisible();
  expect(saves()).toEqual([{ breakingNewsAlerts: false }, { breakingNewsAlerts: true }]);
});

test("the switch has the focus again after its call", async () => {
  const { user } = await open();
  const alerts = await card();
  const respond = gateway.hold("user/preferences");
  const control = alerts.getByRole("switch");
  await user.click(control);
  await waitFor(() => expect(control).toBeDisabled());
  // As browsers do with a disabled button.
  act(() => control.blur());
  respond(gateway.state.preferences);
  await waitFor(() => expect(control).toHaveFocus());
});

test("the switch follows a change while a preview is prepared", async () => {
  const { user } = await open();
  const alerts = await card();
  const respond = gateway.hold("preview-news");
  await user.click(await screen.findByRole("button", { name: "Aperçu" }));
  await user.click(alerts.getByRole("switch"));
  expect(await screen.findByText("Alertes info désactivées")).toBeVisible();
  expect(alerts.getByRole("switch")).not.toBeChecked();
  respond(preview);
  expect(await screen.findByText("L’aperçu est prêt")).toBeVisible();
});

test("saves the quiet hours, and asks for a missing time", async () => {
  const { user } = await open();
  const alerts = await card();
  const start = alerts.getByLabelText("Début des heures calmes");
  expect(start).toHaveValue("22:00");
  expect(alerts.getByLabelText("Fin des heures calmes")).toHaveValue("07:00");
  await user.clear(start);
  await user.click(alerts.getByRole("button", { name: "Enregistrer les heures calmes" }));
  expect(start).toBeInvalid();
  expect(saves()).toEqual([]);
  await user.type(start, "23:30");
  await user.click(alerts.getByRole("button", { name: "Enregistrer les heures calmes" }));
  expect(await screen.findByText("Heures calmes enregistrées")).toBeVisible();
  expect(saves()).toEqual([{ quietStart: "23:30", quietEnd: "07:00" }]);
});

test("a change that fails keeps the switch and says why", async () => {
  const { user } = await open();
  const alerts = await card();
  gateway.fail("user/preferences", 503, "SERVICE_UNAVAILABLE", "Réessayez plus tard.");
  await user.click(alerts.getByRole("switch"));
  expect(await screen.findByText("Rien n’a été enregistré")).toBeVisible();
  expect(alerts.getByRole("switch")).toBeChecked();
});

test("another plan shows a link to the plans instead of the switch", async () => {
  gateway.state.preferences = { ...gateway.state.preferences, alertsIncluded: false };
  const { user, address } = await open();
  const alerts = await card();
  expect(alerts.queryByRole("switch")).toBeNull();
  expect(alerts.getByText(/formule ne comprend pas/)).toBeVisible();
  await user.click(alerts.getByRole("link", { name: "Voir les formules" }));
  await waitFor(() => expect(address()).toBe("/subscribe"));
});

test("the card is in the reader’s language", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("radio", { name: "English" }));
  const alerts = await card("Breaking-news alerts");
  expect(alerts.getByRole("switch", { name: "Receive breaking-news alerts" })).toBeVisible();
});

test("a plan with alerts is shown at the next visit, although the preferences were loaded before", async () => {
  gateway.state.preferences = { ...gateway.state.preferences, alertsIncluded: false };
  const { user, go } = await visit("/settings", { signedIn: true, next: "/message-status" });
  expect((await card()).getByText(/formule ne comprend pas/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: /Menu du compte$/ }));
  await user.click(await screen.findByRole("menuitem", { name: "État des messages" }));
  await screen.findByRole("region", { name: "Historique" });
  gateway.state.preferences = { ...gateway.state.preferences, alertsIncluded: true };
  go(-1);
  expect(await (await card()).findByRole("switch")).toBeVisible();
});
