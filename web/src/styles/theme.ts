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

export const titleFont = (size: string): string => `
  ${displayFont(size)}
  line-height: ${token("lh-title")};
  letter-spacing: ${token("track-title")};
`;

/** A title inside of a card or a list. */
export const smallTitle = (size: ScaleName): string => `
  font-size: ${token(size)};
  font-weight: ${token("weight-strong")};
  line-height: ${token("lh-snug")};
  letter-spacing: -0.01em;
`;

export const textStyle = (size: ScaleName, color: ColorRole): string => `
  color: ${token(color)};
  font-size: ${token(size)};
`;

/** Children side by side, centred on one line. */
export const row = (gap: ScaleName): string => `
  display: flex;
  gap: ${token(gap)};
  align-items: center;
`;

/** The same inside of a line of text. */
export const inlineRow = (gap: ScaleName): string => `
  display: inline-flex;
  gap: ${token(gap)};
  align-items: center;
`;

/** Children side by side, on as many lines as they need. */
export const wrapped = (gap: string): string => `
  display: flex;
  flex-wrap: wrap;
  gap: ${gap};
`;

/** For bars that have no use on paper. */
export const notPrinted = "@media print { display: none; }";

/** An icon beside the first line of a text. */
export const iconText = (gap: ScaleName): string => `
  display: flex;
  gap: ${token(gap)};
  align-items: flex-start;
  > svg {
    margin-top: 0.1em;
  }
`;

/** Children below each other, or in columns. */
export const grid = (gap: ScaleName, columns = "minmax(0, 1fr)"): string => `
  display: grid;
  gap: ${token(gap)};
  grid-template-columns: ${columns};
`;

/** One column; from a width on several, with a gap of their own. */
export const columns = (
  gap: ScaleName,
  template: string,
  from: Breakpoint = "lg",
  wideGap: ScaleName | "0" = gap,
): string => `
  ${grid(gap)}
  ${up(from)} {
    grid-template-columns: ${template};
    gap: ${wideGap === "0" ? wideGap : token(wideGap)};
  }
`;

/** A box on the page: a card, a menu, a dialog. */
export const panel = `
  border: 1px solid ${token("border")};
  border-radius: ${token("r-card")};
  background: ${token("surface")};
`;

/** A message in a chat, whose first corner points to the sender. */
export const bubble = (ground: ColorRole, edge: ColorRole): string => `
  border: 1px solid ${token(edge)};
  border-radius: ${token("r-bubble")};
  border-start-start-radius: 4px;
  background: ${token(ground)};
`;

/** A box above the page that closes when an entry is chosen. */
export const menu = `
  z-index: ${token("z-menu")};
  padding: 0.375rem;
  ${panel};
  box-shadow: ${token("shadow-2")};
`;

export const menuEntry = (gap: ScaleName): string => `
  ${row(gap)};
  min-height: 40px;
  padding-inline: 0.75rem;
  border-radius: ${token("r-control")};
  font-size: 0.9375rem;
  cursor: pointer;
  user-select: none;
  @media (pointer: coarse) {
    min-height: ${token("target")};
  }
  &[data-highlighted] {
    outline: none;
    background: ${token("brand-soft")};
    color: ${token("on-brand-soft")};
  }
`;

export const circle = (size: string): string => `
  width: ${size};
  height: ${size};
  border-radius: 50%;
`;

/** A button without the looks of one. */
export const bareButton = `
  border: 0;
  background: none;
  cursor: pointer;
`;

/** Breakpoints in rem (480, 768, 1024, 1280 px), so that they follow the reader's text size. */
const breakpoints = { sm: "30rem", md: "48rem", lg: "64rem", xl: "80rem" } as const;

type Breakpoint = keyof typeof breakpoints;

/** Phones in portrait (416 px): the header fits only with small gaps. */
export const phone = "@media (max-width: 26rem)";

export const up = (name: Breakpoint): string => `@media (min-width: ${breakpoints[name]})`;
/** Not `(width < …)`, which iOS reads only from 16.4 on. */
export const below = (name: Breakpoint): string =>
  `@media not all and (min-width: ${breakpoints[name]})`;
