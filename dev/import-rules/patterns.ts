import type { IRegularForbiddenRuleType } from "dependency-cruiser";

export type ImportRule = Omit<IRegularForbiddenRuleType, "severity">;

/** Tests beside the code. */
export const testFile = "\\.test\\.tsx?$";

export const anyOf = (patterns: readonly string[]): string => `(${patterns.join("|")})`;
export const escaped = (name: string): string =>
  name.replaceAll(/[.$/@-]/g, (found) => `[${found}]`);
/** Matches a room below `src/`: a folder, or a file by its name. */
export const roomPattern = (name: string): string =>
  name.endsWith(".ts") ? `${escaped(name)}$` : `${escaped(name)}/`;
