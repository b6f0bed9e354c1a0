export * from "./admin-server.ts";
export * from "./bodies-in-flight.ts";
export * from "./command-arguments.ts";
export * from "./config.ts";
export * from "./context.ts";
export { callersIdleMs } from "./drain.ts";
export * from "./graph-api.ts";
export * from "./http-app.ts";
export * from "./http-error.ts";
export * from "./http-input.ts";
export * from "./http-middleware.ts";
export * from "./http-texts.ts";
export * from "./identity.ts";
export * from "./lease.ts";
export * from "./lifecycle.ts";
export * from "./logger.ts";
export * from "./metrics.ts";
export * from "./mongo-errors.ts";
export * from "./mongo-indexes.ts";
export * from "./mongo.ts";
export * from "./operator-actions.ts";
export { defaultProductFile, readProduct } from "./product.ts";
export * from "./provider-config.ts";
export * from "./reader-language.ts";
export * from "./worker.ts";
export * from "./store.ts";
export {
  beginSpan,
  inSpan,
  startTracing,
  stopTracing,
  traceHeaders,
  type Span,
} from "./tracing.ts";
