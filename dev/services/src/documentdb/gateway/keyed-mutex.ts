export interface KeyedMutex {
  /** Runs `work` after all earlier work with the same key has ended, also after failures. */
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    async runExclusive(key, work) {
      const previous = last.get(key);
      const current = (previous ?? Promise.resolve()).then(work, work);
      last.set(key, current);
      try {
        return await current;
      } finally {
        if (last.get(key) === current) last.delete(key);
      }
    },
  };
}
