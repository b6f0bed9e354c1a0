import { screen, waitFor } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { gateway } from "../../testing/gateway.ts";
import { camille } from "../../testing/fixtures.ts";
import { visit } from "../../testing/render-app.tsx";
import { shownToast } from "../../testing/shown-toast.ts";

const email = () => screen.findByLabelText("Adresse e-mail");
const password = () => screen.getByLabelText("Mot de passe");
const submit = () => screen.getByRole("button", { name: "Se connecter" });

test("fills in the e-mail address of the link", async () => {
  await visit("/login?email=a%2Bb%40x.io");
  expect(await email()).toHaveValue("a+b@x.io");
});

test("shows errors on submit, not while typing, and removes them when they are corrected", async () => {
  const { user } = await visit("/login");
  await user.type(await email(), "camille@exemple");
  await user.type(password(), "12345");
  expect(screen.queryByText("Please enter a valid email address")).not.toBeInTheDocument();

  await user.click(submit());
  expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
  expect(screen.getByText("Password must be at least 6 characters")).toBeVisible();
  expect(await email()).toBeInvalid();

  await user.type(await email(), ".fr");
  await user.type(password(), "6");
  await waitFor(() => expect(screen.queryByText(/^Please/)).not.toBeInTheDocument());
  expect(screen.queryByText(/^Password must/)).not.toBeInTheDocument();
  expect(gateway.bodies("POST /api/login")).toEqual([]);
});

test("disables the button during the request, then opens the account page", async () => {
  const { user, address } = await visit("/login?email=camille@exemple.fr");
  gateway.server.use(
    http.post("*/api/login", async () => {
      gateway.state.signedIn = true;
      await delay(50);
      return HttpResponse.json({ success: true });
    }),
  );
  await email();
  await user.type(password(), "correct horse");
  await user.click(submit());

  expect(submit()).toBeDisabled();
  expect(await screen.findByText("Votre session est ouverte.")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Bonjour, camille" })).toBeVisible();
  expect(address()).toBe("/account");
});

test("wrong credentials keep the page and the address, and do not reveal whether the account exists", async () => {
  const { user, address } = await visit("/login?email=camille@exemple.fr");
  gateway.fail("login", 401, "INVALID_CREDENTIALS", "Bad credentials.");
  await email();
  await user.type(password(), "wrong one");
  await user.click(submit());

  const reason = await screen.findByText("Invalid email or password");
  expect(reason).toBeVisible();
  expect(reason).toHaveAttribute("lang", "en");
  expect(shownToast()).toHaveAttribute("data-variant", "destructive");
  expect(address()).toBe("/login?email=camille@exemple.fr");
  expect(await email()).toHaveValue("camille@exemple.fr");
  expect(submit()).toBeEnabled();
});

test("opens the account page when the new user is loaded, not before", async () => {
  const visited = await visit("/login?email=camille@exemple.fr", { next: "/account" });
  const { user, address, store } = visited;
  await email();
  const meRequests = () => gateway.bodies("GET /api/me").length;
  await waitFor(() => expect(meRequests()).toBe(1));
  const respond = gateway.hold("me");
  await user.type(password(), "correct horse");
  await user.click(submit());
  await waitFor(() => expect(meRequests()).toBe(2));
  expect(store.getState().toasts.current).toBeNull();
  expect(address()).toBe("/login?email=camille@exemple.fr");
  expect(submit()).toBeDisabled();
  respond(camille);
  expect(await screen.findByRole("heading", { name: "Bonjour, camille" })).toBeVisible();
  expect(address()).toBe("/account");
});
