import { token } from "./token.ts";

/** The typeface of titles, prices and big figures, at a size. */
export const displayFont = (size: string): string => `
  font-family: ${token("font-display")};
  font-size: ${size};
  font-weight: ${token("weight-display")};
  font-optical-sizing: auto;
`;
