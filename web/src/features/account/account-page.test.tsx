import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { api } from "../../api/api.ts";
import type * as Constants from "../../config/constants.ts";
import { gateway } from "../../testing/gateway.ts";
import { camille } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";

// The back-off between retries is tested in base-query.test.ts.
vi.mock("../../config/constants.ts", async (original) => ({
  ...(await original<typeof Constants>()),
  retryFirstMs: 1,
}));

/** Includes the request of the header, which is not retried. */
const failRequests = (count: number) => {
  let left = count;
  gateway.server.use(
    http.get("*/api/me", () => {
      left -= 1;
      return left >= 0 ? new HttpResponse(null, { status: 500 }) : HttpResponse.json(camille);
    }),
  );
};

test("greets the reader and shows the settings of the next editions", async () => {
  await visit("/account", { signedIn: true });
  expect(await screen.findByRole("heading", { name: "Bonjour, camille" })).toBeVisible();
  expect(await screen.findByText("08:30 et 18:30")).toBeVisible();
  expect(screen.getByRole("main")).toHaveTextContent("+33639981234");
  expect(screen.getByText("Voix féminine")).toBeVisible();
  expect(screen.getByText("WhatsApp relié")).toBeVisible();
});

test("delivery hours that fail to load show an error and a retry button", async () => {
  let broken = true;
  gateway.server.use(
    http.get("*/api/user/delivery-hours", () =>
      broken
        ? new HttpResponse(null, { status: 500 })
        : HttpResponse.json({ deliveryHours: ["07:15"] }),
    ),
  );
  const { user } = await visit("/account", { signedIn: true });
  expect(await screen.findByText("Impossible de charger vos réglages d’envoi.")).toBeVisible();
  broken = false;
  const retry = screen.getByRole("button", { name: "Réessayer" });
  await waitFor(() => expect(retry).toBeEnabled());
  await user.click(retry);
  expect(await screen.findByText("07:15")).toBeVisible();
  expect(screen.queryByText("Impossible de charger vos réglages d’envoi.")).toBeNull();
});

test("delivery hours are loaded again at the next visit", async () => {
  const { user, go } = await visit("/account", { signedIn: true, next: "/settings" });
  expect(await screen.findByText("08:30 et 18:30")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Modifier" }));
  await screen.findByRole("heading", { name: "Réglages" });
  gateway.server.use(
    http.get("*/api/user/delivery-hours", () => HttpResponse.json({ deliveryHours: ["07:15"] })),
  );
  go(-1);
  expect(await screen.findByText("07:15")).toBeVisible();
});

test("delivery settings that fail to load again are not shown with old values", async () => {
  const { store } = await visit("/account", { signedIn: true });
  expect(await screen.findByText("08:30 et 18:30")).toBeVisible();
  gateway.fail("user/delivery-hours", 500, "INTERNAL", "Broken.");
  store.dispatch(api.util.invalidateTags(["DeliveryHours"]));
  expect(await screen.findByText("Impossible de charger vos réglages d’envoi.")).toBeVisible();
  expect(screen.queryByText("08:30 et 18:30")).toBeNull();
  expect(screen.getByText("Europe/Paris")).toBeVisible();
});

test("loads the user again when the reader comes back to the page", async () => {
  const { user } = await visit("/account", { signedIn: true, next: "/settings" });
  await user.click(await screen.findByRole("link", { name: "Modifier le profil" }));
  const back = await screen.findByRole("link", { name: "Retour au compte" });
  gateway.state.me = { ...camille, username: "camille.r" };
  await user.click(back);
  expect(await screen.findByRole("heading", { name: "Bonjour, camille.r" })).toBeVisible();
});

test("shows the code of a country that is not in the catalogue", async () => {
  gateway.state.preferences = { ...gateway.state.preferences, country: "xx" };
  await visit("/account", { signedIn: true });
  expect(await screen.findByText("xx")).toBeVisible();
});

test("shows the page when the third request succeeds", async () => {
  failRequests(2);
  const { address } = await visit("/account", { signedIn: true });
  expect(await screen.findByRole("heading", { name: "Bonjour, camille" })).toBeVisible();
  expect(address()).toBe("/account");
  // The header uses the user that the page loaded.
  expect(screen.getByRole("button", { name: /Menu du compte$/ })).toBeVisible();
});

test("redirects to the log-in after three failed requests", async () => {
  failRequests(3);
  const { address } = await visit("/account", { signedIn: true });
  await waitFor(() => expect(address()).toBe("/login"));
});

test("redirects a visitor to the log-in without retries", async () => {
  const { address } = await visit("/account", { next: "/login" });
  await waitFor(() => expect(address()).toBe("/login"));
  expect(await screen.findByRole("heading", { name: "Bonjour." })).toBeVisible();
  // The second request is that of the log-in page.
  await waitFor(() => expect(gateway.bodies("GET /api/me")).toHaveLength(2));
});

test("retries after a 401, which is not the answer for visitors on this page", async () => {
  gateway.fail("me", 401, "UNAUTHENTICATED", "Sign in first.");
  const { address } = await visit("/account", { signedIn: true, next: "/login" });
  await waitFor(() => expect(address()).toBe("/login"));
  expect(gateway.calls.length).toBeGreaterThanOrEqual(3);
});

test("a refresh that fails keeps the page, and the end of the session leads to the log-in", async () => {
  const { store, address } = await visit("/account", { signedIn: true, next: "/login" });
  await screen.findByText("08:30 et 18:30");
  gateway.fail("me", 503, "SERVICE_UNAVAILABLE", "Try later.");
  store.dispatch(api.util.invalidateTags(["Me"]));
  const failed = { status: "rejected" };
  await waitFor(() =>
    expect(store.getState().api.queries).toMatchObject({
      "me(undefined)": failed,
      "accountMe(undefined)": failed,
    }),
  );
  expect(screen.getByRole("heading", { name: "Bonjour, camille" })).toBeVisible();
  expect(address()).toBe("/account");
  gateway.server.resetHandlers();
  gateway.state.signedIn = false;
  store.dispatch(api.util.invalidateTags(["Me"]));
  await waitFor(() => expect(address()).toBe("/login"));
});

test("a failed log-out on this page is only logged to the console", async () => {
  const { user, store } = await visit("/account", { signedIn: true });
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  gateway.fail("logout", 500, "INTERNAL", "Broken.");
  await user.click(await screen.findByRole("button", { name: "Se déconnecter" }));
  await waitFor(() => expect(logged).toHaveBeenCalledOnce());
  expect(store.getState().toasts.current).toBeNull();
});

test("accepts both spellings of twice a day", async () => {
  gateway.server.use(
    http.get("*/api/user/preferences", () =>
      HttpResponse.json({ ...gateway.state.preferences, deliveryFrequency: "twiceDaily" }),
    ),
  );
  await visit("/account", { signedIn: true });
  expect(await screen.findByText("Deux fois par jour")).toBeVisible();
});

test("shows no phone line for a user without a phone", async () => {
  gateway.state.me = { ...camille, phone: null };
  await visit("/account", { signedIn: true });
  expect(await screen.findByText("Voix féminine")).toBeVisible();
  expect(screen.queryByText("Téléphone")).not.toBeInTheDocument();
});

test("loads nothing else before the user is loaded", async () => {
  const respond = gateway.hold("me");
  await visit("/account", { signedIn: true });
  expect(await screen.findByText("Nous préparons votre page.")).toBeVisible();
  // the footer shows the owner's links
  const calls = new Set(gateway.calls.map(({ call }) => call));
  expect(calls).toEqual(new Set(["GET /api/me", "GET /api/product"]));
  respond(camille);
  expect(await screen.findByText("08:30 et 18:30")).toBeVisible();
});
