/** A name that is no variable of Grafana (`$__range`) and no function, with its matchers. */
const selector = /(?<![\w:$])([a-z_:][\w:]*)(?![\w:])(\{[^}]*\})?(?!\s*\()/g;
const words = new Set(["by", "on", "or", "and", "unless", "without", "ignoring", "bool", "offset"]);

/** The selectors of an expression, each once. Without their series the expression has no result. */
export function selectorsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/\b(by|on|without|ignoring)\s*\([^)]*\)/g, " ")
    // arguments of functions such as label_replace; the values of matchers follow "="
    .replaceAll(/(?<=[,(]\s*)"[^"]*"/g, " ");
  const found = [...bare.matchAll(selector)].flatMap(([whole, name = ""]) =>
    words.has(name) ? [] : whole,
  );
  return [...new Set(found)];
}
