import { randomUUID } from "node:crypto";

/** The relay that publishes the outbox of a model's documents. Keyed by the model itself. */
const relays = new WeakMap<object, { wake: () => void; token: string }>();

export const onWake = (model: object, wake: () => void): void => {
  relays.set(model, { wake, token: randomUUID() });
};

/** Wakes the relay of this process after a write with events, so that they do not wait for its next round. */
export const wake = (model: object): void => relays.get(model)?.wake();

/** Lease token of the relay of this process; undefined without a relay. */
export const relayOf = (model: object): string | undefined => relays.get(model)?.token;
