/** Breakpoints in rem (480, 768, 1024, 1280 px), so that they follow the reader's text size. */
const breakpoints = { sm: "30rem", md: "48rem", lg: "64rem", xl: "80rem" } as const;

type Breakpoint = keyof typeof breakpoints;

/** Phones in portrait (416 px): the header fits only with small gaps. */
export const phone = "@media (max-width: 26rem)";

export const up = (name: Breakpoint): string => `@media (min-width: ${breakpoints[name]})`;
export const below = (name: Breakpoint): string => `@media (width < ${breakpoints[name]})`;
