import type { Entry } from "./feed-entry.ts";

/** What we remember of a feed's last answer, to be asked only for news. */
export type Validators = { etag?: string | undefined; lastModified?: string | undefined };

/** A feed as it came. What it says is found out where a stranger's document can do no harm. */
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

/** Why a feed could not be read; it is asked again later. */
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

/** Whoever can fetch a feed. @throws FeedError */
export type FeedReader = {
  read(url: string, validators: Validators, signal: AbortSignal): Promise<Reading>;
};

/** Whoever can take a feed apart; keeps the document. @throws FeedError */
export type FeedParser = { parse(document: FeedDocument): Promise<Entry[]> };
