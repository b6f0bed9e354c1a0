/**
 * Whether a .dockerignore leaves a file out. As Docker does it: the last line that speaks of the file or of a
 * folder above it decides, and `!` takes back.
 *
 * @param text  the .dockerignore
 * @returns     takes a path relative to the context, with slashes
 */
export function dockerIgnore(text: string): (path: string) => boolean {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ keeps: line.startsWith("!"), pattern: regexOf(line.replace(/^!/, "")) }));
  return (path) => {
    const parts = path.split("/");
    const above = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    const last = lines.findLast(({ pattern }) => above.some((part) => pattern.test(part)));
    return last !== undefined && !last.keeps;
  };
}

/** Unlike in a shell, `*` matches names that begin with a dot. */
function regexOf(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*\/|\*)/)
    .map((part) =>
      part === "**/"
        ? "(?:.*/)?"
        : part === "*"
          ? "[^/]*"
          : part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join("");
  return new RegExp(`^${source}$`);
}
