import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const banner = () => within(screen.getByRole("banner"));
const links = () =>
  banner()
    .queryAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);
const openMenu = async () =>
  (await screen.findByRole("button", { name: /Menu du compte$/ })) as HTMLElement;

test("on the landing page, a signed-out visitor gets a link to sign up", async () => {
  await visit("/");
  await waitFor(() => expect(links()).toContainEqual(["Commencer", "/signup"]));
  expect(links()).not.toContainEqual(["Se connecter", "/login"]);
});

test("on other pages, a signed-out visitor gets links to sign in and to sign up", async () => {
  await visit("/signup");
  await waitFor(() => expect(links()).toContainEqual(["Se connecter", "/login"]));
  expect(links()).toContainEqual(["S’inscrire", "/signup"]);
});

test("the logo and the section links lead to the landing page", async () => {
  await visit("/login");
  await screen.findByRole("heading", { level: 1 });
  expect(banner().getByRole("link", { name: "Matinale, accueil" })).toHaveAttribute("href", "/");
  expect(links()).toContainEqual(["Tarifs", "/#pricing"]);
});

test("scrolls to a section when its page is rendered", async () => {
  const seen: string[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    seen.push(this.id);
  });
  const { user, address } = await visit("/login", { next: "/" });
  await user.click(banner().getByRole("link", { name: "Tarifs" }));
  await waitFor(() => expect(seen).toEqual(["pricing"]));
  expect(address()).toBe("/");
});

test("scrolls to a section whose address has a percent sign that encodes nothing", async () => {
  const seen: string[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    seen.push(this.id);
  });
  const section = document.createElement("section");
  section.id = "50%";
  document.body.append(section);
  await visit("/login#50%");
  await waitFor(() => expect(seen).toEqual(["50%"]));
});

test("the avatar shows the first two letters of the name", async () => {
  gateway.state.me = { ...gateway.state.me, username: "al ice" };
  await visit("/login", { signedIn: true });
  expect(await openMenu()).toHaveTextContent("AL");
});

test("the user menu links the pages of a signed-in reader, and logs out", async () => {
  const { user } = await visit("/login", { signedIn: true });
  await user.click(await openMenu());
  const items = await screen.findAllByRole("menuitem");
  expect(items.map((item) => [item.textContent, item.getAttribute("href")])).toEqual([
    ["Compte", "/account"],
    ["Réglages", "/settings"],
    ["État des messages", "/message-status"],
    ["Se déconnecter", null],
  ]);
});

test("a log-out goes to the landing page, shows a toast and clears the reader's data", async () => {
  const { user, address, store } = await visit("/message-status", {
    signedIn: true,
    next: "/",
  });
  await waitFor(() =>
    expect(store.getState().api.queries["history(undefined)"]?.status).toBe("fulfilled"),
  );
  await user.click(await openMenu());
  await user.click(await screen.findByRole("menuitem", { name: "Se déconnecter" }));
  expect(await screen.findByText("Votre session est fermée.")).toBeVisible();
  expect(address()).toBe("/");
  await waitFor(() => expect(links()).toContainEqual(["Commencer", "/signup"]));
  expect(JSON.stringify(store.getState())).not.toContain("camille");
});

test("the language switch changes the page, its title and the stored language", async () => {
  const { user } = await visit("/login");
  expect(await screen.findByRole("heading", { name: "Bonjour." })).toBeVisible();
  const english = banner().getByRole("switch", { name: "English" });
  expect(english).not.toBeChecked();

  await user.click(english);
  expect(await screen.findByRole("heading", { name: "Hello." })).toBeVisible();
  expect(document.documentElement.lang).toBe("en");
  expect(document.title).toBe("Matinale: your news, out loud");
  expect(localStorage.getItem("language")).toBe("en");

  await user.click(english);
  expect(await screen.findByRole("heading", { name: "Bonjour." })).toBeVisible();
  expect(document.title).toMatch(/^Matinale\u00a0: votre journal/);
  expect(localStorage.getItem("language")).toBe("fr");
});

test("the mobile menu opens; Escape and a link close it", async () => {
  const { user, address } = await visit("/login");
  await screen.findByRole("heading", { level: 1 });
  // The test window is wide: the mobile menu is hidden there, but it works.
  const toggle = () => screen.getByLabelText("Ouvrir le menu");
  const toggleBox = () => screen.getByLabelText(/(?:Ouvrir|Fermer) le menu/).parentElement!;
  const panel = () => toggleBox().querySelector<HTMLElement>("div[id]");
  await user.click(toggle());
  expect(panel()).toBeInTheDocument();
  await user.keyboard("{Escape}");
  expect(panel()).toBeNull();

  await user.click(toggle());
  await user.click(within(panel()!).getByText("Tarifs"));
  expect(panel()).toBeNull();
  await waitFor(() => expect(address()).toBe("/"));
});

test("the mobile menu closes when the focus leaves it", async () => {
  const { user } = await visit("/login");
  await screen.findByRole("heading", { level: 1 });
  await user.click(screen.getByLabelText("Ouvrir le menu"));
  const close = screen.getByLabelText("Fermer le menu");
  // The button is hidden in the wide test window, so it cannot have the focus itself.
  fireEvent.blur(close, { relatedTarget: close });
  expect(close).toBeInTheDocument();
  fireEvent.blur(close, { relatedTarget: screen.getByLabelText("Adresse e-mail") });
  expect(screen.getByLabelText("Ouvrir le menu")).toBeInTheDocument();
});

test.each(["/nowhere", "/account/nowhere"])(
  "%s shows the not-found page, in the specified words",
  async (path) => {
    await visit(path);
    const title = await screen.findByRole("heading", { name: "404 Page Not Found" });
    expect(title).toBeVisible();
    expect(title).toHaveAttribute("lang", "en");
    expect(screen.getByText("Did you forget to add the page to the router?")).toBeVisible();
  },
);

test("a tap outside closes the mobile menu", async () => {
  const { user } = await visit("/login");
  await user.click(await screen.findByLabelText("Ouvrir le menu"));
  expect(screen.getByLabelText("Fermer le menu")).toBeInTheDocument();
  await user.click(screen.getByRole("main"));
  expect(screen.getByLabelText("Ouvrir le menu")).toBeInTheDocument();
});
