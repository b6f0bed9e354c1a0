import { afterEach, expect, test, vi } from "vitest";
import { chosenLanguage, keepLanguage } from "./chosen-language.ts";

afterEach(() => history.replaceState(null, "", "/"));

test("the language is French until somebody chooses, whatever the browser prefers", () => {
  vi.spyOn(navigator, "language", "get").mockReturnValue("en-GB");
  expect(chosenLanguage()).toBe("fr");
});

test("a choice is kept for the next visit, and for the server", () => {
  keepLanguage("en");
  expect(localStorage.getItem("language")).toBe("en");
  expect(document.documentElement.lang).toBe("en");
  expect(document.cookie).toContain("language=en");
  expect(chosenLanguage()).toBe("en");
});

test("a link may ask for a language, until another one is chosen", () => {
  localStorage.setItem("language", "fr");
  history.replaceState(null, "", "/login?lang=en&email=a@b.io");
  expect(chosenLanguage()).toBe("en");
  keepLanguage("fr");
  expect(location.search).toBe("?email=a%40b.io");
  expect(chosenLanguage()).toBe("fr");
});

test("what is no language of the site is French", () => {
  localStorage.setItem("language", "de");
  history.replaceState(null, "", "/?lang=xx");
  expect(chosenLanguage()).toBe("fr");
});
