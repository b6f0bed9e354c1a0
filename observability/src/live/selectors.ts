const selector = /(?<![\w:])([a-z_:][\w:]*)(?![\w:])(\{[^}]*\})?(?!\s*\()/g;
const words = new Set(["by", "on", "or", "and", "unless", "without", "ignoring", "bool"]);

/** The selectors of an expression, each once: what has to exist before anything can be said about it. */
export function selectorsOf(expr: string): string[] {
  const bare = expr.replaceAll(/\b(by|on|without|ignoring)\s*\([^)]*\)/g, " ");
  const found = [...bare.matchAll(selector)].flatMap(([whole, name = ""]) =>
    words.has(name) ? [] : whole,
  );
  return [...new Set(found)];
}
