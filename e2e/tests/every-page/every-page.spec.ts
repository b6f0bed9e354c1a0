/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { expect, test } from "../fixtures.ts";
import { setLanguage, signUp } from "../visitor.ts";
import { axeFindings } from "./axe.ts";
import { designViolations } from "./design-rules.ts";
import { misfitsInLargeType } from "./large-type.ts";
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
 * Opens each page once and inspects it there. Not every combination: axe sees each width in both languages and in both
 * colour schemes, and each language in both schemes. The scheme changes only colours. French, the language with the
 * longer texts, is seen on a touch screen, English with a mouse: at phone widths the pointer changes only heights.
 */

const checksAll = Boolean(process.env["CHECK_ALL"]);

/** Widths in px of the design, with the schemes in which axe inspects the page. CHECK_ALL=1 takes both at each width. */
const inspected = [
  { width: 320, fr: ["light"], en: ["dark"] },
  // No part is shown at this width only.
  { width: 768, fr: [], en: [] },
  { width: 1440, fr: ["dark"], en: ["light"] },
] as const;
const allSchemes = checksAll ? (["light", "dark"] as const) : undefined;

/**
 * Public pages whose content is another one with a session. On the others only the header and the footer are:
 * CHECK_ALL=1 opens them, too.
 */
const changedBySession = ["/", "/contact", "/verify-email"];

/** Widths of phones in portrait, in px: both sides of each breakpoint, where the least fits; and usual phones. */
const phoneWidths: readonly number[] = checksAll
  ? [320, 330, 340, 350, 360, 361, 370, 375, 384, 385, 393, 400, 410, 416, 417, 430]
  : [320, 360, 361, 384, 385, 393, 416, 417];

for (const language of ["fr", "en"] as const) {
  test.describe(`in ${language}`, () => {
    const onPhone = language === "fr";
    test.use({ hasTouch: onPhone, isMobile: onPhone });

    let widths: readonly (typeof inspected)[number][] = inspected;

    /** Checks the page as it is now, at every width. */
    async function inspect(page: Page, path: string): Promise<void> {
      // The next page begins with the scheme of this one, which saves a change.
      widths = widths.toReversed();
      for (const { width, ...schemes } of widths) {
        await resize(page, width, 900);
        const where = `${path} at ${width} px`;
        if (onPhone) expect.soft(await designViolations(page), where).toEqual([]);
        for (const colorScheme of allSchemes ?? schemes[language]) {
          await setScheme(page, colorScheme);
          expect.soft(await axeFindings(page), `${where}, ${colorScheme}`).toEqual([]);
        }
      }
    }

    test("every page follows the rules, and its links lead to pages", async ({ page }) => {
      test.setTimeout(300_000);
      await setLanguage(page, language);
      const targets: Targets = new Map();

      await test.step("a visitor's pages", async () => {
        const visit = visits(page, targets);
        for (const path of publicPages) {
          await visit.measure(path);
          await inspect(page, path);
          // Last: the next page opens with type of the usual size.
          expect.soft(await misfitsInLargeType(page), `${path} in large type`).toEqual([]);
        }
      });

      await test.step("a reader's pages, and those to which all links lead", async () => {
        await signUp(page, "lea");
        await stayOnSubscribe(page);
        const visit = visits(page, targets, { signedIn: true });
        for (const path of checksAll ? publicPages : changedBySession) await visit.measure(path);
        for (const path of signedInPages) {
          await visit.measure(path);
          await inspect(page, path);
        }
        await visit.followLinks();
      });
    });
  });
}

/** Opens pages and remembers their links. */
function visits(page: Page, targets: Targets, session: { signedIn?: boolean } = {}) {
  const open = async (address: string) => {
    await openPage(page, address, session);
    await addTarget(targets, page, address);
  };
  return {
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
