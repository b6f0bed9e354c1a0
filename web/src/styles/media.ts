/** Breakpoints in rem (480, 768, 1024, 1280 px), so that they follow the reader's text size. */
const breakpoints = { sm: "30rem", md: "48rem", lg: "64rem", xl: "80rem" } as const;

type Breakpoint = keyof typeof breakpoints;

/** Phones held upright (416 px): the header has the room for its parts with small gaps only. */
export const phone = "@media (max-width: 26rem)";

export const up = (name: Breakpoint): string => `@media (min-width: ${breakpoints[name]})`;
export const below = (name: Breakpoint): string => `@media (width < ${breakpoints[name]})`;
