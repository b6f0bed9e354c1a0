import type { Lids } from "../domain/channel/lids.ts";

/** LIDs in memory: every number belongs to a subscriber. */
export function memoryLids(): Lids & { numbers: Map<string, string> } {
  const numbers = new Map<string, string>();
  return {
    numbers,
    rememberLid: async (lid, digits) => void numbers.set(lid, digits),
    numberOfLid: async (lid) => numbers.get(lid) ?? null,
  };
}
