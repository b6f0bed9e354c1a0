/** What wakes the relay that publishes the outbox of a model's documents. Keyed by the model itself. */
const relays = new WeakMap<object, () => void>();

export const onWake = (model: object, wakeRelay: () => void): void => {
  relays.set(model, wakeRelay);
};

/** Wakes the relay of this process after a write with events, so that they do not wait for its next round. */
export const wake = (model: object): void => relays.get(model)?.();
