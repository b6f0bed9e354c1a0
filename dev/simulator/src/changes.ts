import { EventEmitter } from "node:events";

/** A part of the state that has changed. Open pages must fetch it again. */
export type Change =
  | { kind: "phone"; digits: string }
  | { kind: "faults" }
  | { kind: "log" }
  | { kind: "reset" };

/** Notifies the open phone pages of changes. They then fetch the new state. */
export class Changes {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  publish(change: Change): void {
    this.#emitter.emit("change", change);
  }

  /** @returns the function that ends the subscription */
  subscribe(listener: (change: Change) => void): () => void {
    this.#emitter.on("change", listener);
    return () => this.#emitter.off("change", listener);
  }
}
