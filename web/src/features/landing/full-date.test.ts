import { languages } from "@matinale/contracts/browser";
import { expect, test } from "vitest";
import { createI18n, loadTexts } from "../../i18n/i18n.ts";
import { fullDate } from "./full-date.ts";

test.each(languages)(
  "formats every day of a year like Intl.DateTimeFormat, and the first as « 1er » in French: %s",
  async (language) => {
    const i18n = await createI18n(language);
    await loadTexts(i18n, ["landing"], language);
    const platform = new Intl.DateTimeFormat(language === "fr" ? "fr-FR" : "en-GB", {
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
    });
    for (let day = 1; day <= 366; day += 1) {
      const at = new Date(2028, 0, day, 12);
      const formatted = platform.format(at);
      const expected = language === "fr" ? formatted.replace(" 1 ", " 1er ") : formatted;
      expect(fullDate(at, i18n.t, language)).toBe(
        expected.charAt(0).toUpperCase() + expected.slice(1),
      );
    }
  },
);
