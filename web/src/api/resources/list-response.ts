import { has } from "../api-error.ts";

/** Whether an answer has a list of this name, or leaves it out: then there is nothing in it. */
export const hasOptionalList =
  <Name extends string>(name: Name) =>
  (answer: unknown): boolean =>
    has()(answer) && Array.isArray((answer as Partial<Record<Name, unknown>>)[name] ?? []);
