/** A text that the page before left in the navigation state, where no log and no list of visited addresses shows it. */
export function textInState(state: unknown, name: "email" | "plan" | "topic"): string | undefined {
  const value: unknown =
    typeof state === "object" && state !== null ? Reflect.get(state, name) : undefined;
  return typeof value === "string" ? value : undefined;
}
