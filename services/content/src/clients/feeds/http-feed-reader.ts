import { lookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { contentHash } from "../../domain/content-keys.ts";
import {
  FeedError,
  type FeedReader,
  type Reading,
  type Validators,
} from "../../domain/feeds/feed-reading.ts";
import { isPublicAddress, literalAddress } from "../../domain/feeds/public-address.ts";
import { retryAfterMs } from "../../domain/retry-after.ts";
import { decodeBody } from "./content-coding.ts";
import { httpClient, type HttpClient } from "./http-client.ts";
import { publicLookup, type Resolve } from "./public-lookup.ts";

export type FeedReaderOptions = {
  /** "host:port" of feeds that may have a private address. */
  allowedHosts: readonly string[];
  /** Milliseconds for the whole request, with redirects. */
  deadline?: number;
  /** Bytes that are read of a feed, before and after decompression. */
  maxBytes?: number;
  /** Resolves host names; by default the resolver of the system. */
  resolve?: Resolve;
};

const redirects = new Set([301, 302, 303, 307, 308]);
const permanent = new Set([301, 308]);
const maxRedirects = 5;
const maxCookieLength = 4_096;
const userAgent = "Matinale/1.0 (news digest; reads feeds)";

type Body = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the connection broke before the body ended. */
  isCutOff: boolean;
};

/** The body without its content coding. Of one that is larger than `maxBytes`, the beginning. */
async function bodyOf(
  answer: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCutOff = false;
  const source: AsyncIterable<Buffer> = answer;
  try {
    for await (const chunk of source) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch (error) {
    if (signal.aborted || size === 0) throw error;
    isCutOff = true;
  }
  const coding = answer.headers["content-encoding"];
  const body = Buffer.concat(chunks).subarray(0, maxBytes);
  const bytes = await decodeBody(body, coding, maxBytes);
  return { bytes: new Uint8Array(bytes), isCutOff };
}

function asFeedError(error: unknown, timedOut: boolean): FeedError {
  if (error instanceof FeedError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  if (timedOut) return new FeedError("too_slow", "no complete answer in time", { cause });
  const code = "code" in cause ? cause.code : undefined;
  if (code === "EREFUSED") return new FeedError("refused_address", cause.message, { cause });
  return new FeedError("unreachable", cause.message, { cause });
}

/**
 * Reads feeds over HTTP: conditional requests, at most five redirects. It checks the IP address of every hop, in the URL or
 * resolved, because feeds are not trusted and must not make the service connect to private addresses.
 */
export function createFeedReader(
  options: FeedReaderOptions,
): FeedReader & { close(): Promise<void> } {
  const { allowedHosts, deadline = 10_000, maxBytes = 5 * 1024 * 1024, resolve = lookup } = options;
  const outside = httpClient(publicLookup(resolve));
  const allowed = httpClient();

  function clientFor(url: URL): HttpClient {
    const refusal = (reason: string) => new FeedError("refused_address", reason);
    if (!/^https?:$/u.test(url.protocol)) throw refusal(`scheme ${url.protocol}`);
    if (url.username + url.password !== "") throw refusal("credentials in the address");
    if (allowedHosts.includes(url.host)) return allowed;
    // the URL parser removes the default port of the scheme
    if (!/^(?:|80|443)$/u.test(url.port)) throw refusal(`port ${url.port}`);
    const literal = literalAddress(url);
    if (literal !== null && !isPublicAddress(literal)) throw refusal("not a public address");
    return outside;
  }

  async function ask(address: string, validators: Validators, signal: AbortSignal) {
    let url = new URL(address);
    let isPermanent = true;
    let cookie = "";
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const { etag, lastModified } = validators;
      const answer = await clientFor(url).get(url, signal, {
        "user-agent": userAgent,
        accept:
          "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1",
        "accept-encoding": "gzip, br",
        ...(cookie === "" ? {} : { cookie }),
        ...(etag === undefined ? {} : { "if-none-match": etag }),
        ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
      });
      const { statusCode = 0 } = answer;
      if (!redirects.has(statusCode)) {
        return { answer, movedTo: hop > 0 && isPermanent ? url.href : null };
      }
      isPermanent &&= permanent.has(statusCode);
      answer.destroy();
      const next = URL.parse(answer.headers.location ?? "", url.href);
      if (next === null) throw new FeedError("status", "redirect without a valid address");
      // some servers redirect until they get the cookie that they set; another host does not get it
      const set = (answer.headers["set-cookie"] ?? []).map((line) => line.replace(/;.*$/u, ""));
      const cookies = next.hostname === url.hostname ? [...set, cookie] : [];
      cookie = cookies.filter(Boolean).join("; ").slice(0, maxCookieLength);
      url = next;
    }
    throw new FeedError("status", "too many redirects");
  }

  async function reading(
    { answer, movedTo }: Awaited<ReturnType<typeof ask>>,
    isConditional: boolean,
    signal: AbortSignal,
  ): Promise<Reading> {
    const { statusCode, headers } = answer;
    const asked = { retryAfterMs: retryAfterMs(headers["retry-after"], new Date()) };
    if (statusCode === 304 && isConditional) {
      answer.resume();
      return { outcome: "unchanged", ...asked };
    }
    if (statusCode !== 200) {
      answer.destroy();
      throw new FeedError("status", `HTTP ${statusCode}`, asked);
    }
    const { bytes, isCutOff } = await bodyOf(answer, maxBytes, signal);
    return {
      outcome: "changed",
      document: { body: bytes, contentType: headers["content-type"]?.slice(0, 200) },
      movedTo,
      bodyHash: contentHash(bytes),
      // the validators of the whole feed would hide its rest from the next poll
      validators: isCutOff
        ? {}
        : {
            etag: headers.etag?.slice(0, 500),
            lastModified: headers["last-modified"]?.slice(0, 100),
          },
      ...asked,
    };
  }

  return {
    async read(url, validators, signal) {
      const timeout = AbortSignal.timeout(deadline);
      const either = AbortSignal.any([signal, timeout]);
      const isConditional = Object.values(validators).some((each) => each !== undefined);
      try {
        return await reading(await ask(url, validators, either), isConditional, either);
      } catch (error) {
        throw asFeedError(error, timeout.aborted);
      }
    },
    close: async () => {
      outside.close();
      allowed.close();
    },
  };
}
