import { EventEmitter } from "node:events";

/** What an open page must fetch again. */
export type Change =
  | { kind: "phone"; digits: string }
  | { kind: "faults" }
  | { kind: "log" }
  | { kind: "reset" };

/** Tells the open phone pages that something changed; they fetch the rest themselves. */
export class Live {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  tell(change: Change): void {
    this.#emitter.emit("change", change);
  }

  /** @returns the function that ends the subscription */
  listen(listener: (change: Change) => void): () => void {
    this.#emitter.on("change", listener);
    return () => this.#emitter.off("change", listener);
  }
}
