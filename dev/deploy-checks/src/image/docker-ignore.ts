/**
 * Decides whether a .dockerignore excludes a file. As in Docker, the last line that matches the file or one of its
 * parent folders decides, and `!` includes again.
 *
 * @param text  the .dockerignore
 * @returns     a function of a path relative to the context, with slashes
 */
export function dockerIgnore(text: string): (path: string) => boolean {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ keeps: line.startsWith("!"), pattern: regexOf(line.replace(/^!/, "")) }));
  return (path) => {
    const parts = path.split("/");
    const selfAndParents = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    const last = lines.findLast(({ pattern }) => selfAndParents.some((part) => pattern.test(part)));
    return last !== undefined && !last.keeps;
  };
}

/** Unlike in a shell, `*` also matches names that start with a dot. */
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
