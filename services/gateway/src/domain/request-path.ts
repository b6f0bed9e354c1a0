/**
 * Parts of a path that servers read in different ways: backslashes, empty and dot segments, encoded dots,
 * slashes, backslashes and NUL, and percent signs that encode nothing (RFC 3986, 2.1).
 */
const ambiguous = /\\|\/\/|\/\.{1,2}(?:\/|$)|%(?:2e|2f|5c|00)|%(?![\da-f]{2})/i;

/** True for a path in origin form (RFC 9112, 3.2.1) that every server reads in the same way. */
export const isPlainPath = (target: string): boolean =>
  target.startsWith("/") && !ambiguous.test(target.replace(/\?.*/s, ""));
