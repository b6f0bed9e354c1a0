import { fork } from "node:child_process";
import { once } from "node:events";

export interface ProviderCall {
  /** Epoch milliseconds. */
  at: number;
  reference: string;
  accepted: boolean;
}

interface Counts {
  calls: ProviderCall[];
  uploads: number;
}

/** `begin` resets all counts, and from then on accepts this many messages a second. */
export type Request = "counts" | { begin: number };

/**
 * A minimal provider: accepts messages up to its rate, over a sliding second, and counts them. It is a process of its
 * own: queries and garbage collection of the bench would delay the instants that it measures.
 */
export async function benchProvider() {
  const provider = fork(new URL("provider-process.ts", import.meta.url), {
    // JSON has no infinity, the limit of rounds without one
    serialization: "advanced",
  });
  const [url]: string[] = await once(provider, "message");
  if (url === undefined) throw new Error("the provider did not start");
  const request = async (message: Request): Promise<Counts> => {
    provider.send(message);
    const [counts] = await once(provider, "message");
    return counts;
  };
  return {
    url,
    counts: () => request("counts"),
    begin: async (limit: number) => void (await request({ begin: limit })),
    [Symbol.asyncDispose]: async () => {
      const ended = once(provider, "exit");
      provider.kill();
      await ended;
    },
  };
}
