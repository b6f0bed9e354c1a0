/** A value in the navigation state of a page; undefined when the state has none of this name. */
export const stateValue = (state: unknown, name: string): unknown =>
  typeof state === "object" && state !== null ? Reflect.get(state, name) : undefined;
