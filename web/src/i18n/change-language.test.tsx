import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../testing/render-app.tsx";
import { changeLanguage, createI18n } from "./i18n.ts";
import { textFiles } from "./text-files.ts";

/** Texts that load when the test calls `arrive`. */
function late<Content>(load: () => Promise<Content>) {
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  return { load: () => promise.then(load), arrive };
}

const banner = () => within(screen.getByRole("banner"));

test("a page that loads during a language change is shown in the new language", async () => {
  const { user, address } = await visit("/");
  const french = late(textFiles.fr.auth);
  const load = vi.spyOn(textFiles.fr, "auth").mockImplementation(french.load);
  await user.click(await banner().findByRole("link", { name: "Commencer" }));
  await waitFor(() => expect(load).toHaveBeenCalled());
  await user.click(banner().getByRole("switch"));
  await waitFor(() => expect(document.documentElement.lang).toBe("en"));
  french.arrive();
  expect(await screen.findByRole("heading", { name: "Your edition starts here." })).toBeVisible();
  expect(address()).toBe("/signup");
});

test("a language that loads during a navigation applies to the new page, too", async () => {
  const { user } = await visit("/", { next: "/" });
  const english = late(textFiles.en.landing);
  vi.spyOn(textFiles.en, "landing").mockImplementation(english.load);
  await user.click(banner().getByRole("switch"));
  await user.click(await banner().findByRole("link", { name: "Commencer" }));
  expect(await screen.findByRole("heading", { name: "Votre édition commence ici." })).toBeVisible();
  english.arrive();
  expect(await screen.findByRole("heading", { name: "Your edition starts here." })).toBeVisible();
});

test("the last chosen language applies, even when the texts of an earlier choice load later", async () => {
  const i18n = await createI18n("fr");
  const english = late(textFiles.en.site);
  vi.spyOn(textFiles.en, "site").mockImplementation(english.load);
  const first = changeLanguage(i18n, "en");
  await changeLanguage(i18n, "fr");
  english.arrive();
  await first;
  expect(i18n.language).toBe("fr");
  expect(document.documentElement.lang).toBe("fr");
});

test("the page language is set before listeners of the change send requests", async () => {
  const i18n = await createI18n("fr");
  document.documentElement.lang = "fr";
  const languages: string[] = [];
  i18n.on("languageChanged", () => languages.push(document.documentElement.lang));
  await changeLanguage(i18n, "en");
  expect(languages).toEqual(["en"]);
});
