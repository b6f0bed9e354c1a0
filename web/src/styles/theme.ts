import type { ColorRole } from "./tokens/colors.ts";
import type { ScaleName } from "./tokens/scale.ts";

export type TokenName = ColorRole | ScaleName;

/** `var(--name)` of a design token; an unknown name is a type error. */
export const token = (name: TokenName): string => `var(--${name})`;

/** The typeface of titles, prices and big figures, at a size. */
export const displayFont = (size: string): string => `
  font-family: ${token("font-display")};
  font-size: ${size};
  font-weight: ${token("weight-display")};
  font-optical-sizing: auto;
`;

/** Breakpoints in rem (480, 768, 1024, 1280 px), so that they follow the reader's text size. */
const breakpoints = { sm: "30rem", md: "48rem", lg: "64rem", xl: "80rem" } as const;

type Breakpoint = keyof typeof breakpoints;

/** Phones in portrait (416 px): the header fits only with small gaps. */
export const phone = "@media (max-width: 26rem)";

export const up = (name: Breakpoint): string => `@media (min-width: ${breakpoints[name]})`;
export const below = (name: Breakpoint): string => `@media (width < ${breakpoints[name]})`;
