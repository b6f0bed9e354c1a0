import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { api } from "../../api/api.ts";
import { camille } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const title = (name: string) => screen.findByRole("heading", { level: 1, name });

const links = [
  { path: "/verify-email", done: "Votre adresse est confirmée." },
  { path: "/confirm-email", done: "Votre nouvelle adresse est confirmée." },
];

test.each(links)("$path sends its token once and removes it from the address", async (link) => {
  const { address } = await visit(`${link.path}?token=abc`, { strict: true });
  expect(await title(link.done)).toBeVisible();
  expect(gateway.bodies(`POST /api${link.path}`)).toEqual([{ token: "abc" }]);
  await waitFor(() => expect(address()).toBe(link.path));
  expect(screen.getByRole("link", { name: "Ouvrir mon compte" })).toHaveAttribute(
    "href",
    "/account",
  );
});

test.each(links)("$path shows that it waits, and announces the result", async ({ path, done }) => {
  const respond = gateway.hold(path.slice(1));
  await visit(`${path}?token=abc`);
  const waiting = await title("Un instant.");
  expect(screen.getByRole("main")).toHaveTextContent("Chargement");
  const announced = waiting.closest("[aria-live=polite]");
  respond({ success: true, done: true });
  expect((await title(done)).closest("[aria-live=polite]")).toBe(announced);
});

test.each(links)("$path keeps its token after a failure, and a retry sends it", async (link) => {
  gateway.fail(link.path.slice(1), 503, "SERVICE_UNAVAILABLE", "Revenez dans un instant.");
  const { user, address } = await visit(`${link.path}?token=abc`);
  expect(await title("Votre lien n’a pas pu être vérifié.")).toBeVisible();
  expect(screen.getByText("Revenez dans un instant.")).toBeVisible();
  expect(address()).toBe(`${link.path}?token=abc`);
  gateway.server.resetHandlers();
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(screen.getByRole("main")).toHaveFocus();
  expect(await title(link.done)).toBeVisible();
});

test("a reason of the server gives way to a text of the site after a change of language", async () => {
  gateway.fail("verify-email", 503, "SERVICE_UNAVAILABLE", "Revenez dans un instant.");
  const { user } = await visit("/verify-email?token=abc");
  expect(await screen.findByText("Revenez dans un instant.")).toBeVisible();
  await user.click(screen.getByRole("switch", { name: "English" }));
  expect(await screen.findByText(/^The server did not answer as expected/)).toBeVisible();
  expect(screen.queryByText("Revenez dans un instant.")).toBeNull();
});

test.each(links)("$path keeps its result after a sign-in in another tab", async (link) => {
  const { store } = await visit(`${link.path}?token=abc`);
  expect(await title(link.done)).toBeVisible();
  act(() => void store.dispatch(api.util.resetApiState()));
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(link.done);
});

test.each(links)("$path without a token sends nothing", async ({ path }) => {
  await visit(path);
  expect(await title("Ce lien ne fonctionne plus.")).toBeVisible();
  expect(gateway.bodies(`POST /api${path}`)).toEqual([]);
});

test.each(links)("$path with an expired token removes it from the address", async ({ path }) => {
  gateway.fail(path.slice(1), 400, "LINK_EXPIRED", "Expired.");
  const { address } = await visit(`${path}?token=abc`);
  expect(await title("Ce lien ne fonctionne plus.")).toBeVisible();
  await waitFor(() => expect(address()).toBe(path));
});

test("after an expired verification, a visitor is led to the log-in", async () => {
  gateway.fail("verify-email", 400, "LINK_EXPIRED", "Expired.");
  await visit("/verify-email?token=abc");
  const link = await screen.findByRole("link", { name: "Me connecter pour en recevoir un autre" });
  expect(link).toHaveAttribute("href", "/login");
});

test("after an expired verification, a signed-in reader can ask for another link", async () => {
  gateway.state.me = { ...camille, emailVerified: false };
  gateway.fail("verify-email", 400, "LINK_EXPIRED", "Expired.");
  const { user } = await visit("/verify-email?token=abc", { signedIn: true });
  await user.click(await screen.findByRole("button", { name: "Recevoir un autre lien" }));
  expect(await screen.findByText("E-mail envoyé")).toBeVisible();
  expect(gateway.bodies("POST /api/send-verification")).toHaveLength(1);
});

test("a signed-in reader who opens the link twice sees that the address is verified", async () => {
  gateway.fail("verify-email", 400, "LINK_EXPIRED", "Expired.");
  await visit("/verify-email?token=abc", { signedIn: true });
  expect(await title("Votre adresse est confirmée.")).toBeVisible();
});

test("the first of the two links of a change of address asks for the other one", async () => {
  gateway.hold("confirm-email")({ success: true, done: false });
  await visit("/confirm-email?token=abc", { language: "en" });
  expect(await title("One more link.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Open my account" })).not.toBeInTheDocument();
});
