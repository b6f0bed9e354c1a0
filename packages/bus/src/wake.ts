import { randomUUID } from "node:crypto";

/** Who publishes what is written into a model's documents. Keyed by the model itself. */
const relays = new WeakMap<object, { nudge: () => void; token: string }>();

export const onWake = (model: object, nudge: () => void): void => {
  relays.set(model, { nudge, token: randomUUID() });
};

/** Tells the relay that something with events was written, so that it need not wait for its round. */
export const wake = (model: object): void => relays.get(model)?.nudge();

/** As whom the relay of this process holds what was written here; undefined without a relay. */
export const relayOf = (model: object): string | undefined => relays.get(model)?.token;
