import { expect, test } from "vitest";
import { estimatedPeaks } from "./estimated-peaks.ts";

test("the same text is always drawn the same, another one differently", () => {
  expect(estimatedPeaks("Le prix du blé recule.")).toEqual(estimatedPeaks("Le prix du blé recule."));
  expect(estimatedPeaks("Le prix du blé recule.")).not.toEqual(estimatedPeaks("Le prix du blé monte."));
});

test("every bar can be seen, and none is louder than loud", () => {
  for (const text of ["", "a", "Bonjour. ".repeat(200)]) {
    const peaks = estimatedPeaks(text);
    expect(Math.min(...peaks)).toBeGreaterThanOrEqual(12);
    expect(Math.max(...peaks)).toBeLessThanOrEqual(100);
  }
});
