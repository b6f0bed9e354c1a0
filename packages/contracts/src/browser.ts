/** Exports for the browser: plain constants and types, no event code. */
export * from "./catalogues.ts";
export * from "./error-codes.ts";
export * from "./first-of-month.ts";
export * from "./places.ts";
export * from "./plan-features.ts";
export type { Plan, PlanLimits, Product } from "./product.ts";
export * from "./retention.ts";
export * from "./terms.ts";
export type { BodyOf, Endpoint, MethodOf, QueryOf, ResponseOf } from "./api/endpoint-types.ts";
export type { Shape } from "./api/response-shapes.ts";
