export * from "./connection.ts";
export * from "./indexes.ts";
export * from "./lease.ts";
export * from "./operator-actions.ts";
export * from "./store.ts";
