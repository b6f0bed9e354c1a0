import { expect, test } from "vitest";
import { drawnPeaks } from "./drawn-peaks.ts";

test("the same text is always drawn the same, another one differently", () => {
  expect(drawnPeaks("Le prix du blé recule.")).toEqual(drawnPeaks("Le prix du blé recule."));
  expect(drawnPeaks("Le prix du blé recule.")).not.toEqual(drawnPeaks("Le prix du blé monte."));
});

test("every bar can be seen, and none is louder than loud", () => {
  for (const text of ["", "a", "Bonjour. ".repeat(200)]) {
    const peaks = drawnPeaks(text);
    expect(Math.min(...peaks)).toBeGreaterThanOrEqual(12);
    expect(Math.max(...peaks)).toBeLessThanOrEqual(100);
  }
});
