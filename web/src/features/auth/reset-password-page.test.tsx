import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const link = "/reset-password?token=abc";
const password = () => screen.findByLabelText("Nouveau mot de passe");
const resets = () => gateway.bodies("POST /api/reset-password");

async function choose(value: string, signedIn = false) {
  const visited = await visit(link, { next: "/login", signedIn });
  await visited.user.type(await password(), value);
  await visited.user.click(screen.getByRole("button", { name: "Enregistrer le mot de passe" }));
  return visited;
}

const expired = () => screen.findByRole("heading", { name: "Ce lien ne fonctionne plus." });

test("sets the password and opens the log-in; the token is gone from the address", async () => {
  const { address } = await choose("battery staple");
  expect(await screen.findByText("Connectez-vous avec votre nouveau mot de passe.")).toBeVisible();
  expect(address()).toBe("/login");
  expect(resets()).toEqual([{ token: "abc", password: "battery staple" }]);
});

test("the button stays disabled until the log-in is shown", async () => {
  const { user } = await visit(link);
  await user.type(await password(), "battery staple");
  const submit = screen.getByRole("button", { name: "Enregistrer le mot de passe" });
  const states: boolean[] = [];
  const observer = new MutationObserver(() => states.push(submit.hasAttribute("disabled")));
  observer.observe(submit, { attributeFilter: ["disabled"] });
  await user.click(submit);
  await screen.findByRole("heading", { name: "Bonjour." });
  observer.disconnect();
  expect(states).toEqual([true]);
  expect(resets()).toHaveLength(1);
});

test("a reader who is signed in sees the log-in and no message about an ended session", async () => {
  const { address, store } = await choose("battery staple", true);
  await waitFor(() => expect(address()).toBe("/login"));
  expect(await screen.findByRole("heading", { name: "Bonjour." })).toBeVisible();
  await waitFor(() => expect(JSON.stringify(store.getState())).not.toContain('"camille"'));
  expect(store.getState().toasts.current?.title).toBe("Mot de passe changé");
});

test("a short password shows the specified error and sends nothing", async () => {
  const { address } = await choose("12345");
  expect(await screen.findByText("Password must be at least 6 characters")).toBeVisible();
  expect(await password()).toHaveFocus();
  expect(resets()).toEqual([]);
  expect(address()).toBe(link);
});

test("a password that the server refuses can be replaced: the link still works", async () => {
  gateway.fail("reset-password", 400, "VALIDATION_FAILED", "Ce mot de passe est trop courant.");
  const { user, address } = await choose("password");
  expect(await screen.findByText("Ce mot de passe est trop courant.")).toBeVisible();
  expect(await password()).toHaveFocus();
  expect(address()).toBe(link);
  gateway.server.resetHandlers();
  await user.type(await password(), " and more");
  await user.click(screen.getByRole("button", { name: "Enregistrer le mot de passe" }));
  await waitFor(() => expect(address()).toBe("/login"));
});

test("an expired or used link offers to ask for another one", async () => {
  gateway.fail("reset-password", 400, "LINK_EXPIRED", "Expired.");
  const { address } = await choose("battery staple");
  expect(await expired()).toBeVisible();
  expect(screen.getByRole("link", { name: "Recevoir un autre lien" })).toHaveAttribute(
    "href",
    "/forgot-password",
  );
  await waitFor(() => expect(address()).toBe("/reset-password"));
  expect(screen.getByRole("main")).toHaveFocus();
});

const linkOfPlan = `${link}&redirect=subscribe&plan=2`;

test("a link with a plan leads through the log-in to the plan", async () => {
  const { user, address } = await visit(linkOfPlan, { next: "/login" });
  await user.type(await password(), "battery staple");
  await user.click(screen.getByRole("button", { name: "Enregistrer le mot de passe" }));
  await waitFor(() => expect(address()).toBe("/login?redirect=subscribe"));
  await user.type(await screen.findByLabelText("Adresse e-mail"), "camille@exemple.fr");
  await user.type(screen.getByLabelText("Mot de passe"), "battery staple");
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
  await waitFor(() => expect(address()).toBe("/subscribe?plan=2"));
});

test("an expired link with a plan keeps the plan, and loses its token", async () => {
  gateway.fail("reset-password", 400, "LINK_EXPIRED", "Expired.");
  const { user, address } = await visit(linkOfPlan);
  await user.type(await password(), "battery staple");
  await user.click(screen.getByRole("button", { name: "Enregistrer le mot de passe" }));
  expect(await expired()).toBeVisible();
  await waitFor(() => expect(address()).toBe("/reset-password?redirect=subscribe&plan=2"));
  expect(screen.getByRole("link", { name: "Recevoir un autre lien" })).toHaveAttribute(
    "href",
    "/forgot-password?redirect=subscribe",
  );
});

test("an address without a token is like an expired link", async () => {
  await visit("/reset-password");
  expect(await expired()).toBeVisible();
});
