/** Exports for the browser: plain constants and types, no event code. */
export * from "./catalogues.ts";
export * from "./error-codes.ts";
export * from "./places.ts";
export type {
  BodyOf,
  Endpoint,
  MethodOf,
  PathOf,
  QueryOf,
  ResponseOf,
} from "./api/endpoint-types.ts";
