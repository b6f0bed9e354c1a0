/** The operations under /api: requests and responses of browsers. */
export * from "./conformance.ts";
export * from "./openapi.ts";
export { linkToken, passwordChange, passwordReset, resetRequest } from "./access.ts";
export { confirmation, credentials, profilePatch, signup } from "./account.ts";
export { operations } from "./operations.ts";
export { connection } from "./digest.ts";
export { defaultTimeoutMs, limitNames, nothing, numberInPath } from "./operation.ts";
export { contactMessage } from "./pages.ts";
export { planChoice, planQuery } from "./payment.ts";
export { categoryChoice, preferencesPatch } from "./settings.ts";
export type { LimitName, Operation } from "./operation.ts";
