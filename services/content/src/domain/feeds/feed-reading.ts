import { ProviderError } from "../provider-error.ts";
import type { Entry } from "./feed-entry.ts";

/** Validators of a feed's last response, for conditional requests. */
export type Validators = { etag?: string | undefined; lastModified?: string | undefined };

/** The bytes of a feed. A work process parses them, because the document is not trusted. */
export type FeedDocument = { body: Uint8Array<ArrayBuffer>; contentType: string | undefined };

export type Reading =
  | { outcome: "unchanged"; retryAfterMs: number | null }
  | {
      outcome: "changed";
      document: FeedDocument;
      /** The new address of the feed after a permanent redirect, else null. */
      movedTo: string | null;
      /** Hash of the body: it shows that a server without validators sent the same document again. */
      bodyHash: string;
      validators: Validators;
      retryAfterMs: number | null;
    };

export type FeedFailure = "refused_address" | "unreachable" | "too_slow" | "status" | "not_a_feed";

/** Why a feed could not be read; it is polled again later. */
export class FeedError extends ProviderError<FeedFailure> {}

/** Fetches feeds. @throws FeedError */
export type FeedReader = {
  read(url: string, validators: Validators, signal: AbortSignal): Promise<Reading>;
};

/** Parses feeds. @throws FeedError */
export type FeedParser = { parse(document: FeedDocument): Promise<Entry[]> };
