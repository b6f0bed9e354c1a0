/** Who wants to know that a model's documents have new events. Keyed by the model itself. */
const listeners = new WeakMap<object, () => void>();

export const onWake = (model: object, listener: () => void): void => {
  listeners.set(model, listener);
};

/** Tells the relay that something with events was written, so that it need not wait for its round. */
export const wake = (model: object): void => listeners.get(model)?.();

/** Does this process publish what it writes into such documents? */
export const isRelayed = (model: object): boolean => listeners.has(model);
