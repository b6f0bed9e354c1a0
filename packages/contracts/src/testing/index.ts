export { nonconformity } from "./conformance.ts";
