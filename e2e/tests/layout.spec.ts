/// <reference lib="dom" />
import { visitEveryPage } from "./every-page.ts";
import { expect, test } from "./fixtures.ts";

/*
 * Pictures are compared by the journey of that name, as far as browsers agree on them; here are the
 * rules behind every page at every width: typefaces, sizes, targets, edges.
 */

test.use({ hasTouch: true, isMobile: true });

// In French, which is the longer of the two.
test("pages keep to the rules of the design", async ({ page }) => {
  await visitEveryPage(page, "lea", async (where) => {
    expect.soft(await page.evaluate(breaches), where).toEqual([]);
  });
});

/** In the page: whatever breaks a rule, in words. */
function breaches(): string[] {
  const found: string[] = [];
  const shown = Array.from(document.querySelectorAll<HTMLElement>("#root *, #root ~ * *")).filter(
    (element) => element.checkVisibility({ visibilityProperty: true }),
  );
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} « ${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)} »`;
  const isHidden = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 || height <= 1;
  };
  const hasWords = (element: Element) =>
    Array.from(element.childNodes).some(
      (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() !== "",
    );

  for (const font of ["Newsreader Variable", "Schibsted Grotesk Variable"]) {
    const faces = Array.from(document.fonts).filter(({ family }) => family.includes(font));
    if (!faces.some(({ status }) => status === "loaded")) found.push(`${font} is not there`);
  }

  for (const element of shown) {
    if (isHidden(element)) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const size = Number.parseFloat(style.fontSize);

    if (hasWords(element)) {
      if (size < 13) found.push(`${name(element)} is written in ${size} px`);
      const family = style.fontFamily;
      if (!/^"?(?:Newsreader|Schibsted|ui-monospace)/.test(family)) {
        found.push(`${name(element)} is set in ${family}`);
      }
      if (family.startsWith('"Newsreader') && size < 18) {
        found.push(`${name(element)} is set in the display face at ${size} px`);
      }
      if (style.overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1) {
        found.push(`${name(element)} is cut off`);
      }
    }

    if (
      element.matches("input:not([type=range], [type=radio], [type=checkbox]), select, textarea") &&
      size < 16
    ) {
      found.push(`${name(element)} makes a phone zoom in`);
    }

    // Radio buttons of the design have one of the browser beside them, unseen.
    if (element.closest("[aria-hidden=true]")) continue;
    const inText = element.matches("a") && style.display === "inline";
    if (element.matches("a[href], button, input, [role=tab], summary") && !inText) {
      if (Math.round(targetHeight(element, box)) < 44) {
        found.push(`${name(element)} is ${Math.round(box.height)} px high for a finger`);
      }
    }

    if (box.right > innerWidth + 1 && style.position !== "fixed") {
      found.push(
        `${name(element)} stands out of the page by ${Math.round(box.right - innerWidth)} px`,
      );
    }
  }
  return found;

  /** Of the place where a tap counts: a label, or what an invisible edge adds. */
  function targetHeight(element: HTMLElement, box: DOMRect): number {
    const edge = getComputedStyle(element, "::before");
    const added =
      edge.content !== "none" && edge.position === "absolute" ? Number.parseFloat(edge.height) : 0;
    const label = element.closest("label") ?? labelled(element);
    return Math.max(box.height, added, label?.getBoundingClientRect().height ?? 0);
  }

  function labelled(element: HTMLElement): Element | null {
    return element.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null;
  }
}
