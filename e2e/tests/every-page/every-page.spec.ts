/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { expect, test } from "../fixtures.ts";
import { setLanguage, signUp } from "../visitor.ts";
import { axeFindings } from "./axe.ts";
import { designViolations } from "./design-rules.ts";
import { addTarget, deadLinks, linksOf, unopened, type Targets } from "./links.ts";
import {
  openPage,
  publicPages,
  resize,
  setScheme,
  signedInPages,
  stayOnSubscribe,
} from "./pages.ts";

/*
 * Opens each page once and inspects it there. Not every combination: each width is seen in both languages and in both
 * colour schemes, and each language in both schemes. The scheme changes only colours. French, the language with the
 * longer texts, is seen on a touch screen, English with a mouse: at phone widths the pointer changes only heights.
 */

/** Widths in px at which the whole page is inspected, with the scheme of each. CHECK_ALL=1 takes both schemes. */
const inspected = [
  { width: 320, fr: "light", en: "dark" },
  { width: 768, fr: "dark", en: "light" },
  { width: 1440, fr: "light", en: "dark" },
] as const;
const allSchemes = process.env["CHECK_ALL"] ? (["light", "dark"] as const) : undefined;

/** Public pages whose content is another one with a session. On the others only the header and the footer are. */
const changedBySession = new Set(["/", "/contact", "/verify-email"]);

/** Widths of phones in portrait, in px: both sides of each breakpoint, where the least fits; and usual phones. */
const phoneWidths: readonly number[] = process.env["CHECK_ALL"]
  ? [320, 330, 340, 350, 360, 361, 370, 375, 384, 385, 393, 400, 410, 416, 417, 430]
  : [320, 360, 361, 384, 385, 393, 416, 417];

for (const language of ["fr", "en"] as const) {
  test.describe(`in ${language}`, () => {
    const onPhone = language === "fr";
    test.use({ hasTouch: onPhone, isMobile: onPhone });

    /** Checks the page as it is now, at every width. */
    async function inspect(page: Page, path: string): Promise<void> {
      for (const { width, ...schemes } of inspected) {
        await resize(page, width, 900);
        const where = `${path} at ${width} px`;
        if (onPhone) expect.soft(await designViolations(page), where).toEqual([]);
        for (const colorScheme of allSchemes ?? [schemes[language]]) {
          await setScheme(page, colorScheme);
          expect.soft(await axeFindings(page), `${where}, ${colorScheme}`).toEqual([]);
        }
      }
    }

    test("a visitor's pages follow the rules, and their links lead to pages", async ({ page }) => {
      test.setTimeout(300_000);
      await setLanguage(page, language);
      const visit = visitor(page);
      for (const path of publicPages) {
        await visit.measure(path);
        await inspect(page, path);
      }
      await visit.followLinks();
    });

    test("a reader's pages follow the rules, and their links lead to pages", async ({ page }) => {
      test.setTimeout(300_000);
      await setLanguage(page, language);
      await signUp(page, "lea");
      await stayOnSubscribe(page);
      const visit = visitor(page, { signedIn: true });
      for (const path of publicPages) {
        await (changedBySession.has(path) ? visit.measure(path) : visit.open(path));
      }
      for (const path of signedInPages) {
        await visit.measure(path);
        await inspect(page, path);
      }
      await visit.followLinks();
    });
  });
}

/** Opens pages and remembers their links. */
function visitor(page: Page, session: { signedIn?: boolean } = {}) {
  const targets: Targets = new Map();
  const open = async (address: string) => {
    await openPage(page, address, session);
    await addTarget(targets, page, address);
  };
  return {
    open,

    /** Opens a page as on a narrow phone, and checks that it is never wider than the screen. */
    async measure(path: string): Promise<void> {
      await page.setViewportSize({ width: 320, height: 800 });
      await open(path);
      expect.soft(await overflows(page), `${path} is wider than the screen`).toEqual([]);
    },

    /** Opens the other addresses that links name, then checks that each link leads to a page, and to a part of it. */
    async followLinks(): Promise<void> {
      const addresses = unopened(targets);
      // The loop also visits the addresses that it adds.
      for (const address of addresses) {
        await open(address);
        for (const found of unopened(targets)) addresses.add(found);
      }
      expect(linksOf(targets).length).toBeGreaterThan(publicPages.length);
      expect(deadLinks(targets)).toEqual([]);
    },
  };
}

/** Widths at which the page is wider than the screen, and by how much. */
async function overflows(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [...phoneWidths, 768, 1440]) {
    await resize(page, width, 800);
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (overflow > 0) found.push(`${width} px: +${overflow}`);
  }
  return found;
}
