import { afterEach, expect, test, vi } from "vitest";
import { chosenLanguage, keepChosenLanguage, keepLanguage } from "./chosen-language.ts";

afterEach(() => history.replaceState(null, "", "/"));

test("the default language is French, whatever the browser prefers", () => {
  vi.spyOn(navigator, "language", "get").mockReturnValue("en-GB");
  expect(chosenLanguage()).toBe("fr");
});

test("stores the choice for the next visit and for the server", () => {
  keepLanguage("en");
  expect(localStorage.getItem("language")).toBe("en");
  expect(document.documentElement.lang).toBe("en");
  expect(document.cookie).toContain("language=en");
  expect(chosenLanguage()).toBe("en");
});

test("the language of a link applies until the reader chooses another one", () => {
  localStorage.setItem("language", "fr");
  history.replaceState(null, "", "/login?lang=en&email=a@b.io");
  expect(chosenLanguage()).toBe("en");
  keepLanguage("fr");
  expect(location.search).toBe("?email=a%40b.io");
  expect(chosenLanguage()).toBe("fr");
});

test.each([
  ["a first visit", "/", "fr", null, ""],
  ["a link to a language", "/?lang=fr", "fr", null, "language=fr"],
  ["a choice that the server knows", "/", "en", "en", ""],
  ["a choice whose cookie is gone", "/", "fr", "en", "language=en"],
])(
  "%s sets the cookie only when the reader chose a language",
  (_visit, page, lang, stored, cookie) => {
    history.replaceState(null, "", page);
    document.documentElement.lang = lang;
    if (stored) localStorage.setItem("language", stored);
    keepChosenLanguage(chosenLanguage());
    expect(document.cookie).toBe(cookie);
    expect(location.search).toBe("");
  },
);

test("an unknown language becomes French", () => {
  localStorage.setItem("language", "de");
  history.replaceState(null, "", "/?lang=xx");
  expect(chosenLanguage()).toBe("fr");
});
