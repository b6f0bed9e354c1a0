import { has } from "../api-error.ts";

/** Whether a response is an object whose field of this name is a list or missing; missing means empty. */
export const hasOptionalList =
  <Name extends string>(name: Name) =>
  (body: unknown): boolean =>
    has()(body) && Array.isArray((body as Partial<Record<Name, unknown>>)[name] ?? []);
