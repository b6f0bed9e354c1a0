import type { Entry } from "./feed-entry.ts";

/** Validators of a feed's last response, for conditional requests. */
export type Validators = { etag?: string | undefined; lastModified?: string | undefined };

/** A feed's bytes. They are parsed in a process of their own, since the document is not trusted. */
export type FeedDocument = { body: Uint8Array<ArrayBuffer>; contentType: string | undefined };

export type Reading =
  | { outcome: "unchanged"; retryAfterSeconds: number | null }
  | {
      outcome: "changed";
      document: FeedDocument;
      /** Where the feed says it lives from now on, when it says so. */
      movedTo: string | null;
      /** Of the bytes: equal means that a server without validators sent the same again. */
      bodyHash: string;
      validators: Validators;
      retryAfterSeconds: number | null;
    };

export type FeedFailure =
  | "refused_address"
  | "unreachable"
  | "too_slow"
  | "too_large"
  | "status"
  | "not_a_feed";

/** Why a feed could not be read; it is polled again later. */
export class FeedError extends Error {
  readonly failure: FeedFailure;
  readonly retryAfterSeconds: number | null;
  constructor(
    failure: FeedFailure,
    message: string,
    options: ErrorOptions & { retryAfterSeconds?: number | null } = {},
  ) {
    super(message, options);
    this.name = "FeedError";
    this.failure = failure;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** Fetches feeds. @throws FeedError */
export type FeedReader = {
  read(url: string, validators: Validators, signal: AbortSignal): Promise<Reading>;
};

/** Parses feeds. @throws FeedError */
export type FeedParser = { parse(document: FeedDocument): Promise<Entry[]> };
