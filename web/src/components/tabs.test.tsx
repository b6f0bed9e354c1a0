import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { gateway } from "../testing/gateway.ts";
import { camille } from "../testing/fixtures.ts";
import { visit } from "../testing/render-app.tsx";

const openTab = () => screen.getByRole("tab", { selected: true }).textContent;

test("an address opens the tab that it names", async () => {
  await visit("/settings?tab=profile", { signedIn: true });
  expect(await screen.findByRole("region", { name: "Votre profil" })).toBeVisible();
  expect(openTab()).toBe("Profil");
});

test("an unknown tab opens the first one", async () => {
  await visit("/settings?tab=nowhere", { signedIn: true });
  expect(await screen.findByRole("region", { name: "Votre édition" })).toBeVisible();
});

test("a tab has an address, and keeps the scroll position and the other parameters", async () => {
  const scroll = vi.spyOn(globalThis, "scrollTo");
  const { user, address } = await visit("/account?from=mail", { signedIn: true });
  const tab = await screen.findByRole("tab", { name: "Abonnement" });
  scroll.mockClear();
  await user.click(tab);
  expect(address()).toBe("/account?from=mail&tab=subscription");
  expect(await screen.findByText("Aucun abonnement en cours")).toBeVisible();
  expect(scroll).not.toHaveBeenCalled();
});

test("« back » and « forward » change the tab", async () => {
  const { user, go } = await visit("/settings", { signedIn: true });
  await user.click(await screen.findByRole("tab", { name: "Profil" }));
  expect(openTab()).toBe("Profil");
  act(() => go(-1));
  await waitFor(() => expect(openTab()).toBe("Préférences"));
  act(() => go(1));
  await waitFor(() => expect(openTab()).toBe("Profil"));
});

test.each([
  ["Modifier le profil", "/settings?tab=profile"],
  ["Modifier", "/settings?tab=preferences"],
  ["Ouvrir les réglages", "/settings?tab=preferences"],
])("« %s » on the account page leads to %s", async (name, href) => {
  await visit("/account", { signedIn: true });
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", href);
});

test("scrolls to the card of the address when the data of the page has loaded", async () => {
  const seen: string[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    seen.push(this.id);
  });
  const respond = gateway.hold("me");
  await visit("/settings#whatsapp", { signedIn: true });
  expect(seen).toEqual([]);
  respond(camille);
  await waitFor(() => expect(seen).toEqual(["whatsapp"]));
});
