import { stateValue } from "./state-value.ts";

/** A text that the page before left in the navigation state, where no log and no list of visited addresses shows it. */
export function textInState(state: unknown, name: "email" | "plan" | "topic"): string | undefined {
  const value = stateValue(state, name);
  return typeof value === "string" ? value : undefined;
}
