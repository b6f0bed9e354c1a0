import { describe, expect, test } from "vitest";
import { dark, light, type ColorRole } from "./tokens/colors.ts";

const text = 4.5;
const graphic = 3;
const paper: ColorRole[] = ["canvas", "surface", "sunken"];
const everywhere: ColorRole[] = [...paper, "chat"];

/** Foreground, its backgrounds, and the minimum ratio of WCAG 2. */
const pairs: [ColorRole, ColorRole[], number][] = [
  ["text", everywhere, text],
  ["text-muted", everywhere, text],
  ["text-subtle", [...paper, "chat"], text],
  ["control", paper, graphic],
  ["brand", paper, text],
  ["on-brand", ["brand", "brand-hover"], text],
  ["on-brand-soft", ["brand-soft"], text],
  ["accent", [...paper, "chat"], graphic],
  ["on-accent", ["accent"], graphic],
  ["accent-text", [...paper, "chat", "accent-soft"], text],
  ["wave-rest", paper, graphic],
  ["on-ink", ["ink"], text],
  ["on-ink-muted", ["ink"], text],
  ["ink-accent", ["ink"], graphic],
  ["ink-wave", ["ink"], graphic],
  ["on-band", ["band"], text],
  ["danger", paper, text],
  ["on-danger", ["danger"], text],
  ["on-messaging", ["messaging"], text],
  ["ok", ["ok-soft", "surface"], text],
  ["info", ["info-soft"], text],
  ["read", ["read-soft"], text],
  ["error", ["error-soft", "surface"], text],
  ["warn", ["warn-soft"], text],
  ["neutral", ["neutral-soft"], text],
];

/** Relative luminance of WCAG 2.2, from "#RRGGBB". */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map((pair) => {
    const channel = Number.parseInt(pair, 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

test("the formula gives the known ratio of black on white", () => {
  expect(contrast("#000000", "#FFFFFF")).toBeCloseTo(21, 5);
});

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("%s", (_name, theme: Record<ColorRole, string>) => {
  const cases = pairs.flatMap(([front, grounds, least]) =>
    grounds.map((ground) => ({ front, ground, least })),
  );
  test.each(cases)("$front on $ground is at least $least to 1", ({ front, ground, least }) => {
    expect(contrast(theme[front], theme[ground])).toBeGreaterThanOrEqual(least);
  });
});
