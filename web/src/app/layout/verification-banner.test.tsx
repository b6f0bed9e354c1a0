import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { camille, product } from "../../testing/fixtures.ts";
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
  await user.click(screen.getByRole("link", { name: "Ouvrir les réglages" }));
  await screen.findByRole("heading", { level: 1, name: "Réglages" });
  expect(banner()).toBeVisible();
});

test("does not hide a page that is shown already", async () => {
  const respond = gateway.hold("me");
  await visit("/subscribe", { signedIn: true });
  await import("./verification-banner.tsx");
  const title = await screen.findByRole("heading", { level: 1 });
  const hidden = vi.fn<() => void>();
  const observer = new MutationObserver(() => {
    if (!title.isConnected || title.closest("[style*=none]")) hidden();
  });
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  respond(gateway.state.me);
  await waitFor(() => expect(banner()).toBeVisible());
  observer.disconnect();
  expect(hidden).not.toHaveBeenCalled();
});

test.each(["/", "/verify-email"])("is not on %s", async (path) => {
  await visit(path, { signedIn: true });
  await screen.findByRole("button", { name: /Menu du compte$/ });
  expect(banner()).not.toBeInTheDocument();
});

test.each([
  ["a verified address", { emailVerified: true }],
  ["a server that does not verify addresses", { emailVerified: undefined }],
])("is not there with %s", async (_name, fields) => {
  gateway.state.me = { ...camille, ...fields } as typeof camille;
  await open();
  await screen.findByRole("heading", { name: "Bonjour, camille" });
  expect(banner()).not.toBeInTheDocument();
});

test("is not there while the site sends no mail, nor before that is known", async () => {
  const respond = gateway.hold("product");
  await import("./verification-banner.tsx");
  const { store } = await open();
  await screen.findByRole("heading", { name: "Bonjour, camille" });
  expect(banner()).not.toBeInTheDocument();
  respond({ ...product, mail: false });
  await waitFor(() => expect(JSON.stringify(store.getState().api)).toContain('"mail":false'));
  expect(banner()).not.toBeInTheDocument();
});

test("is there when the gateway does not answer whether the site sends mail", async () => {
  gateway.fail("product", 503, "SERVICE_UNAVAILABLE", "Later, please.");
  await open();
  await waitFor(() => expect(banner()).toBeVisible());
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
