import type { Webhook } from "./inbound.ts";

/** The webhook calls of a provider. */
export interface ProviderWebhooks {
  /**
   * Whether the provider has signed a call.
   *
   * @param header  value of a header by its name in small letters
   * @param body    the exact bytes
   */
  isGenuine(header: (name: string) => string | undefined, body: Uint8Array): boolean;
  /** The answer to a verification request, or null when its token is not ours. */
  challenge(query: Readonly<Record<string, unknown>>): string | null;
  /**
   * Parses a call. Unknown kinds are counted, never an error.
   *
   * @throws when the provider must be asked for more and does not answer
   */
  read(body: unknown): Promise<Webhook>;
}
