import type { ColorRole } from "./tokens/colors.ts";
import type { ScaleName } from "./tokens/scale.ts";

export type TokenName = ColorRole | ScaleName;

/** `var(--name)` of a design token; an unknown name is a type error. */
export const token = (name: TokenName): string => `var(--${name})`;
