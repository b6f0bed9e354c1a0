/**
 * A cache of a limited number of values for a limited time; evicts the least recently used.
 *
 * @param most    how many
 * @param lifeMs  how long, in milliseconds
 */
export function recentlyUsed<V>(most: number, lifeMs: number, now: () => number = Date.now) {
  const known = new Map<string, { value: V; until: number }>();
  return {
    get: (key: string): V | undefined => {
      const found = known.get(key);
      if (found === undefined) return undefined;
      known.delete(key);
      if (found.until <= now()) return undefined;
      known.set(key, found);
      return found.value;
    },
    set: (key: string, value: V): void => {
      known.delete(key);
      known.set(key, { value, until: now() + lifeMs });
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
    },
    delete: (key: string): void => void known.delete(key),
  };
}
