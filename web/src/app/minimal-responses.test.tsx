import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { gateway } from "../testing/gateway.ts";
import { plans } from "../testing/fixtures.ts";
import { visit } from "../testing/render-app.tsx";

// A server that leaves out every optional field.
beforeEach(() => {
  gateway.server.use(
    http.get("*/api/user/preferences", () => HttpResponse.json({ language: "fr" })),
    http.get("*/api/user/delivery-hours", () => HttpResponse.json({})),
    http.get("*/api/subscription-plans", () =>
      HttpResponse.json(plans.map(({ popular: _popular, ...plan }) => plan)),
    ),
  );
});

test("a user named by the current-user endpoint is signed in, also without the cookie", async () => {
  gateway.server.use(http.get("*/api/me", () => HttpResponse.json(gateway.state.me)));
  await visit("/login");
  expect(await screen.findByRole("button", { name: /Menu du compte$/ })).toHaveTextContent("CA");
});

test("the settings page asks a visitor to sign in when the current user is null", async () => {
  gateway.server.use(http.get("*/api/me", () => HttpResponse.json(null)));
  await visit("/settings", { signedIn: true });
  expect(await screen.findByText("Connectez-vous pour voir vos réglages.")).toBeVisible();
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("link", { name: "Se connecter" })).toHaveAttribute("href", "/login");
});

test("the account page shows defaults for missing fields", async () => {
  const { username, email } = gateway.state.me;
  gateway.server.use(http.get("*/api/me", () => HttpResponse.json({ username, email })));
  await visit("/account", { signedIn: true });
  for (const text of ["Voix féminine", "Français", "France", "Europe/Paris", "08:00"]) {
    expect(await screen.findByText(text)).toBeVisible();
  }
});

test("a client secret without a publishable key shows that payment is unavailable", async () => {
  gateway.state.intent = { clientSecret: "secret_1", dueToday: 999, simulated: false };
  await visit("/subscribe", { signedIn: true });
  expect(await screen.findByText("Populaire")).toBeVisible();
  expect(await screen.findByRole("alert")).toHaveTextContent(
    /^The payment service is not available/,
  );
});
