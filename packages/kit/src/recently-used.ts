/**
 * A cache (LRU): keeps each value for a limited time, and evicts the least recently used one when it is full.
 *
 * @param maxSize  number of values
 * @param ttlMs    time to live, in milliseconds
 */
export function recentlyUsed<V>(maxSize: number, ttlMs: number, now: () => number = Date.now) {
  const values = new Map<string, { value: V; until: number }>();
  return {
    get: (key: string): V | undefined => {
      const found = values.get(key);
      if (found === undefined) return undefined;
      values.delete(key);
      if (found.until <= now()) return undefined;
      values.set(key, found);
      return found.value;
    },
    set: (key: string, value: V): void => {
      values.delete(key);
      values.set(key, { value, until: now() + ttlMs });
      const [oldest] = values.keys();
      if (values.size > maxSize && oldest !== undefined) values.delete(oldest);
    },
    delete: (key: string): void => void values.delete(key),
  };
}
