import { afterEach, expect, test, vi } from "vitest";
import { chosenLanguage, keepLanguage } from "./chosen-language.ts";

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

test("an unknown language becomes French", () => {
  localStorage.setItem("language", "de");
  history.replaceState(null, "", "/?lang=xx");
  expect(chosenLanguage()).toBe("fr");
});
