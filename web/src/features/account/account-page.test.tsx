import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import type * as Constants from "../../config/constants.ts";
import { gateway } from "../../testing/gateway.ts";
import { camille } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";

// How long the waits are is tested with the base query.
vi.mock("../../config/constants.ts", async (original) => ({
  ...(await original<typeof Constants>()),
  retryFirstMs: 1,
}));

/** The header asks once as well, and never again. */
const failTimes = (times: number) => {
  let left = times;
  gateway.server.use(
    http.get("*/api/me", () => {
      left -= 1;
      return left >= 0 ? new HttpResponse(null, { status: 500 }) : HttpResponse.json(camille);
    }),
  );
};

test("the page greets the reader and shows what the next editions follow", async () => {
  await visit("/account", { signedIn: true });
  expect(await screen.findByRole("heading", { name: "Bonjour, camille" })).toBeVisible();
  expect(await screen.findByText("08:30 et 18:30")).toBeVisible();
  expect(screen.getByRole("main")).toHaveTextContent("+33639981234");
  expect(screen.getByText("Voix féminine")).toBeVisible();
  expect(screen.getByText("WhatsApp relié")).toBeVisible();
});

test("hours that cannot be read are said to be missing, and asked again", async () => {
  let broken = true;
  gateway.server.use(
    http.get("*/api/user/delivery-hours", () =>
      broken
        ? new HttpResponse(null, { status: 500 })
        : HttpResponse.json({ deliveryHours: ["07:15"] }),
    ),
  );
  const { user } = await visit("/account", { signedIn: true });
  expect(await screen.findByText("Vos réglages d’envoi ne se chargent pas.")).toBeVisible();
  broken = false;
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("07:15")).toBeVisible();
  expect(screen.queryByText("Vos réglages d’envoi ne se chargent pas.")).toBeNull();
});

test("whoever comes back is read anew", async () => {
  const { user } = await visit("/account", { signedIn: true, next: "/settings" });
  await user.click(await screen.findByRole("link", { name: "Modifier le profil" }));
  const back = await screen.findByRole("link", { name: "Retour au compte" });
  gateway.state.me = { ...camille, username: "camille.r" };
  await user.click(back);
  expect(await screen.findByRole("heading", { name: "Bonjour, camille.r" })).toBeVisible();
});

test("a country outside the catalogue is shown as it is", async () => {
  gateway.state.preferences = { ...gateway.state.preferences, country: "xx" };
  await visit("/account", { signedIn: true });
  expect(await screen.findByText("xx")).toBeVisible();
});

test("two failed readings are tried again before the page gives up", async () => {
  failTimes(2);
  const { address } = await visit("/account", { signedIn: true });
  expect(await screen.findByRole("heading", { name: "Bonjour, camille" })).toBeVisible();
  expect(address()).toBe("/account");
  // The header knows by the page who is there.
  expect(screen.getByRole("button", { name: /Menu du compte$/ })).toBeVisible();
});

test("three failed readings lead to the log-in", async () => {
  failTimes(3);
  const { address } = await visit("/account", { signedIn: true });
  await waitFor(() => expect(address()).toBe("/login"));
});

test("whoever is not signed in is not kept waiting for other tries", async () => {
  const { address } = await visit("/account", { next: "/login" });
  await waitFor(() => expect(address()).toBe("/login"));
  expect(await screen.findByRole("heading", { name: "Bonjour." })).toBeVisible();
  // The log-in page asks for itself who is there.
  await waitFor(() => expect(gateway.calls).toHaveLength(2));
});

test("a refusal that is no answer about the reader is tried again as well", async () => {
  gateway.fail("me", 401, "UNAUTHENTICATED", "Sign in first.");
  const { address } = await visit("/account", { signedIn: true, next: "/login" });
  await waitFor(() => expect(address()).toBe("/login"));
  expect(gateway.calls.length).toBeGreaterThanOrEqual(3);
});

test("a log-out that fails here is only written to the console", async () => {
  const { user } = await visit("/account", { signedIn: true });
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  gateway.fail("logout", 500, "INTERNAL", "Broken.");
  await user.click(await screen.findByRole("button", { name: "Se déconnecter" }));
  await waitFor(() => expect(written).toHaveBeenCalledOnce());
  expect(screen.queryByRole("listitem")).not.toBeInTheDocument();
});

test("both spellings of twice a day read the same", async () => {
  gateway.server.use(
    http.get("*/api/user/preferences", () =>
      HttpResponse.json({ ...gateway.state.preferences, deliveryFrequency: "twiceDaily" }),
    ),
  );
  await visit("/account", { signedIn: true });
  expect(await screen.findByText("Deux fois par jour")).toBeVisible();
});

test("without a number there is no line for one", async () => {
  gateway.state.me = { ...camille, phone: null };
  await visit("/account", { signedIn: true });
  expect(await screen.findByText("Voix féminine")).toBeVisible();
  expect(screen.queryByText("Téléphone")).not.toBeInTheDocument();
});

test("nothing of the reader is asked for before the reader is known", async () => {
  const know = gateway.hold("me");
  await visit("/account", { signedIn: true });
  expect(await screen.findByText("Nous préparons votre page.")).toBeVisible();
  expect(new Set(gateway.calls.map(({ call }) => call))).toEqual(new Set(["GET /api/me"]));
  know(camille);
  expect(await screen.findByText("08:30 et 18:30")).toBeVisible();
});

test("whoever comes back from the bank finds their account", async () => {
  const { address } = await visit("/account?payment_intent=pi_1&redirect_status=succeeded", {
    signedIn: true,
  });
  expect(await screen.findByRole("heading", { name: "Bonjour, camille" })).toBeVisible();
  expect(address()).toMatch(/^\/account/);
});
