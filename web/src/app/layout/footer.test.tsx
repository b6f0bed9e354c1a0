import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { product } from "../../testing/fixtures.ts";
import { gateway } from "../../testing/gateway.ts";
import { visit } from "../../testing/render-app.tsx";

const footer = async () => within(await screen.findByRole("contentinfo"));
const targets = (links: HTMLElement[]) => links.map((link) => link.getAttribute("href"));

test.each(["/", "/login", "/signup", "/nowhere"])(
  "%s has a footer with the legal links and a link to sign in",
  async (path) => {
    await visit(path);
    const links = (await footer()).getAllByRole("link");
    expect(targets(links)).toEqual([
      "/#features",
      "/#pricing",
      "/partners",
      "/developers",
      "/login",
      "/help",
      "/contact",
      "/status",
      "/terms",
      "/privacy",
      "/cookies",
      "/legal",
      "mailto:bonjour@matinale.example",
    ]);
  },
);

test.each(["/account", "/settings", "/subscribe?plan=9", "/message-status"])(
  "%s has a footer, which links a signed-in reader to the account",
  async (path) => {
    await visit(path, { signedIn: true, next: "/account" });
    expect(await (await footer()).findByRole("link", { name: "Compte" })).toHaveAttribute(
      "href",
      "/account",
    );
    expect((await footer()).queryByRole("link", { name: "Se connecter" })).toBeNull();
  },
);

test("links only the networks of the configuration", async () => {
  const links = { mastodon: "https://social.example/@matinale" };
  gateway.server.use(http.get("*/api/product", () => HttpResponse.json({ ...product, links })));
  await visit("/login");
  const social = within(await (await footer()).findByRole("list", { name: "Réseaux sociaux" }));
  expect(targets(social.getAllByRole("link"))).toEqual(["https://social.example/@matinale"]);
});

test("shows no list of networks without configured ones, but both providers", async () => {
  await visit("/login");
  expect((await footer()).queryByRole("list", { name: "Réseaux sociaux" })).toBeNull();
  expect((await footer()).getByText("Paiement par Stripe")).toBeVisible();
  expect((await footer()).getByText("WhatsApp")).toBeVisible();
});
