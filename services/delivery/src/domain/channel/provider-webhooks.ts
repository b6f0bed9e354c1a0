import type { Webhook } from "./inbound.ts";

/** How a provider tells what happened: the calls it makes to us. */
export interface ProviderWebhooks {
  /**
   * Whether a call is the provider's own.
   *
   * @param header  value of a header by its name in small letters
   * @param body    the exact bytes
   */
  isGenuine(header: (name: string) => string | undefined, body: Uint8Array): boolean;
  /** What proves to the provider that this address is ours, or null when it is not for us to say. */
  challenge(query: Readonly<Record<string, unknown>>): string | null;
  /**
   * What a call says. Unknown kinds are counted, never an error.
   *
   * @throws when the provider must be asked for more and does not answer
   */
  read(body: unknown): Promise<Webhook>;
}
