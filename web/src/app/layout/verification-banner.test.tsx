import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { camille } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const banner = () => screen.queryByRole("region", { name: "Confirmation de votre adresse" });
const open = () => visit("/account", { signedIn: true, next: "/settings" });

beforeEach(() => {
  gateway.state.me = { ...camille, emailVerified: false };
});

test("asks for the verification on every page of the account", async () => {
  const { user } = await open();
  await waitFor(() => expect(banner()).toHaveTextContent("camille@exemple.fr"));
  const before = banner();
  await user.click(screen.getByRole("link", { name: "Ouvrir les réglages" }));
  await screen.findByRole("heading", { level: 1, name: "Réglages" });
  expect(banner()).toBeVisible();
  // the same element: a link that is being sent stays so on the next page
  expect(banner()).toBe(before);
});

test.each([
  ["/account", "Bonjour, camille"],
  ["/settings", "Réglages"],
  ["/subscribe", "Choisissez votre formule"],
  ["/message-status", "État des messages"],
])("appears together with %s, and moves nothing", async (path, title) => {
  const respond = gateway.hold("me");
  await visit(path, { signedIn: true });
  const shown: string[] = [];
  const observer = new MutationObserver(() => {
    const heading = screen.queryByRole("heading", { level: 1 });
    if (heading) shown.push(banner() ? "with the banner" : "without it");
  });
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  expect(screen.queryByRole("heading", { level: 1 })).not.toBeInTheDocument();
  respond(gateway.state.me);
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
  observer.disconnect();
  expect(banner()).toBeVisible();
  expect(shown).not.toContain("without it");
});

test.each(["/", "/verify-email"])("is not on %s", async (path) => {
  await visit(path, { signedIn: true });
  await screen.findByRole("button", { name: /Menu du compte$/ });
  expect(banner()).not.toBeInTheDocument();
});

test.each([
  ["a verified address", { emailVerified: true }],
  ["a site that sends no mail", { emailVerified: null }],
])("is not there with %s", async (_name, fields) => {
  gateway.state.me = { ...camille, ...fields };
  await open();
  await screen.findByRole("heading", { name: "Bonjour, camille" });
  expect(banner()).not.toBeInTheDocument();
});

test("sends the link again", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Renvoyer" }));
  expect(await screen.findByText("E-mail envoyé")).toBeVisible();
  expect(gateway.calls.map(({ call }) => call)).toContain("POST /api/send-verification");
});

test("stays hidden in this tab, but not for another address", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Masquer ce message" }));
  expect(banner()).not.toBeInTheDocument();
  gateway.state.me = { ...gateway.state.me, email: "c@exemple.fr" };
  await user.click(screen.getByRole("link", { name: "Ouvrir les réglages" }));
  await user.click(await screen.findByRole("link", { name: "Retour au compte" }));
  await waitFor(() => expect(banner()).toHaveTextContent("c@exemple.fr"));
});

test("disappears when the reader comes back after following the link", async () => {
  await open();
  await waitFor(() => expect(banner()).toBeVisible());
  gateway.state.me = camille;
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(banner()).not.toBeInTheDocument());
});
