/// <reference lib="dom" />
import type { Page } from "playwright/test";

/**
 * Every element that breaks a rule of the design: typefaces, sizes, touch targets, edges. The visual snapshots compare
 * the pages' appearance.
 */
export const designViolations = (page: Page): Promise<string[]> => page.evaluate(violations);

/** Runs in the page. Describes every element that breaks a rule. */
async function violations(): Promise<string[]> {
  const found: string[] = [];
  await document.fonts.ready;
  const shown = Array.from(document.querySelectorAll<HTMLElement>("#root *, #root ~ * *")).filter(
    (element) => element.checkVisibility({ visibilityProperty: true }),
  );
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} « ${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)} »`;
  const isHidden = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 || height <= 1;
  };
  const hasText = (element: Element) =>
    Array.from(element.childNodes).some(
      (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() !== "",
    );

  for (const font of ["Newsreader Variable", "Schibsted Grotesk Variable"]) {
    const faces = Array.from(document.fonts).filter(({ family }) => family.includes(font));
    const statuses = faces.map(({ status }) => status);
    if (!statuses.includes("loaded")) found.push(`${font} is not loaded: ${statuses.join(", ")}`);
  }

  for (const element of shown) {
    if (isHidden(element)) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const size = Number.parseFloat(style.fontSize);

    if (hasText(element)) {
      if (size < 13) found.push(`${name(element)} has text of ${size} px`);
      const family = style.fontFamily;
      if (!/^"?(?:Newsreader|Schibsted|ui-monospace)/.test(family)) {
        found.push(`${name(element)} uses the typeface ${family}`);
      }
      if (family.startsWith('"Newsreader') && size < 18) {
        found.push(`${name(element)} uses the display typeface at ${size} px`);
      }
      if (style.overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1) {
        found.push(`${name(element)} is cut off`);
      }
    }

    if (
      element.matches("input:not([type=range], [type=radio], [type=checkbox]), select, textarea") &&
      size < 16
    ) {
      found.push(`${name(element)} makes phones zoom in`);
    }

    // The design's radio buttons have hidden native ones beside them.
    if (element.closest("[aria-hidden=true]")) continue;
    const inText = element.matches("a") && style.display === "inline";
    if (element.matches("a[href], button, input, [role=tab], summary") && !inText) {
      if (Math.round(targetHeight(element, box)) < 44) {
        found.push(`${name(element)} is ${Math.round(box.height)} px high, too small to tap`);
      }
    }

    if (box.right > innerWidth + 1 && style.position !== "fixed") {
      found.push(`${name(element)} overflows the page by ${Math.round(box.right - innerWidth)} px`);
    }
  }
  return found;

  /** Height of the area that reacts to a tap: the element, its label or its ::before. */
  function targetHeight(element: HTMLElement, box: DOMRect): number {
    const before = getComputedStyle(element, "::before");
    const added =
      before.content !== "none" && before.position === "absolute"
        ? Number.parseFloat(before.height)
        : 0;
    const label = element.closest("label") ?? labelFor(element);
    return Math.max(box.height, added, label?.getBoundingClientRect().height ?? 0);
  }

  function labelFor(element: HTMLElement): Element | null {
    return element.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null;
  }
}
