import { expect, test } from "vitest";
import { estimatedPeaks } from "./estimated-peaks.ts";

test("the same text always gives the same peaks, another text others", () => {
  expect(estimatedPeaks("Le prix du blé recule.")).toEqual(
    estimatedPeaks("Le prix du blé recule."),
  );
  expect(estimatedPeaks("Le prix du blé recule.")).not.toEqual(
    estimatedPeaks("Le prix du blé monte."),
  );
});

test("every peak is between 12 and 100", () => {
  for (const text of ["", "a", "Bonjour. ".repeat(200)]) {
    const peaks = estimatedPeaks(text);
    expect(Math.min(...peaks)).toBeGreaterThanOrEqual(12);
    expect(Math.max(...peaks)).toBeLessThanOrEqual(100);
  }
});
