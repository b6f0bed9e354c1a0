import { EventEmitter } from "node:events";

/** A part of the state that has changed. Open pages must fetch it again. */
export type Change =
  | { kind: "phone"; digits: string }
  | { kind: "faults" }
  | { kind: "log" }
  | { kind: "mail" }
  | { kind: "reset" };

/** Notifies the open phone pages of changes. They then fetch the new state. */
export class Changes extends EventEmitter<{ change: [Change] }> {
  publish(change: Change): void {
    this.emit("change", change);
  }
}
