import type { EventEmitter } from "node:events";

/** A part of the state that has changed. */
export type Change = "phone" | "faults" | "log" | "mail" | "reset";

/** Notifies the open phone pages of changes. They then fetch the new state. */
export type Changes = EventEmitter<{ change: [Change] }>;
