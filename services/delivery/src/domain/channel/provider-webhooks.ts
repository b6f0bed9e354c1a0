import type { Webhook } from "./inbound.ts";

/** Verifies and parses the webhook calls of a provider. */
export interface ProviderWebhooks {
  /**
   * Whether the provider has signed a call.
   *
   * @param header  returns the value of a header by its lower-case name
   * @param body    the exact bytes
   */
  isGenuine(header: (name: string) => string | undefined, body: Uint8Array): boolean;
  /** The answer to a verification request, or null when its token is not ours. */
  challenge(query: Readonly<Record<string, unknown>>): string | null;
  /**
   * Parses a call. Items of unknown kinds are counted and are no error.
   *
   * @throws when a lookup at the provider is needed and fails
   */
  read(body: unknown): Promise<Webhook>;
}
