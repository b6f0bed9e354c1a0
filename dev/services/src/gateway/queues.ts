export interface Queues {
  /** Runs the work after all earlier work under the same name, whatever became of that. */
  inTurn<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function createQueues(): Queues {
  const lasts = new Map<string, Promise<unknown>>();
  return {
    async inTurn(name, work) {
      const before = lasts.get(name);
      const mine = (before ?? Promise.resolve()).then(work, work);
      lasts.set(name, mine);
      try {
        return await mine;
      } finally {
        if (lasts.get(name) === mine) lasts.delete(name);
      }
    },
  };
}
