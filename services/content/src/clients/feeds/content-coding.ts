import type { Transform } from "node:stream";
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";
import { FeedError } from "../../domain/feeds/feed-reading.ts";

/**
 * The first `maxBytes` of what can be decompressed of a body: of one that is cut off or broken, its beginning.
 *
 * @throws Error  when the body is broken from its beginning
 */
function decompressed(bytes: Uint8Array, decoder: Transform, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const finish = () => resolve(Buffer.concat(chunks).subarray(0, maxBytes));
    decoder
      .on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size < maxBytes) return;
        finish();
        decoder.destroy();
      })
      .on("end", finish)
      .on("error", (error) => (size === 0 ? reject(error) : finish()))
      .end(bytes);
  });
}

const beginsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);
/** RFC 1950, 2.2: compression method 8, and a header that is a multiple of 31. */
const hasZlibHeader = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;

/** Whether a body begins as XML or JSON does, perhaps after a byte order mark: it is not compressed, whatever its header. */
const isPlain = (bytes: Uint8Array): boolean =>
  /^(?:\u00EF\u00BB\u00BF)?\s*(?:<[?!a-z]|\{\s*")/iu.test(
    String.fromCharCode(...bytes.subarray(0, 100)),
  );

/** The decoder of a coding, or null when the body is not in this coding: some servers only say that it is. */
function decoderFor(coding: string, bytes: Uint8Array): Transform | null {
  if (isPlain(bytes)) return null;
  switch (coding) {
    case "gzip":
    case "x-gzip":
    case "deflate":
      // servers take one for the other
      if (beginsWith(bytes, 0x1f, 0x8b)) return createGunzip();
      if (hasZlibHeader(bytes)) return createInflate();
      return coding === "deflate" ? createInflateRaw() : null;
    case "zstd":
      return beginsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd) ? createZstdDecompress() : null;
    case "br":
      return createBrotliDecompress();
    default:
      throw new FeedError("not_a_feed", `unknown content coding ${coding.slice(0, 40)}`);
  }
}

/** Values of Content-Encoding that are no coding: servers also put the charset there. */
const isNoCoding = (value: string): boolean => {
  if (/^(?:|identity|none|binary|8bit|7bit)$/u.test(value)) return true;
  try {
    return new TextDecoder(value).encoding !== "";
  } catch {
    return false;
  }
};

/**
 * A body without its content codings (RFC 9110, 8.4), at most two.
 *
 * @param header    Content-Encoding
 * @param maxBytes  most bytes of the result, the first ones
 * @throws FeedError  when the coding is unknown or broken
 */
export async function decodeBody(
  body: Uint8Array,
  header: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  const named = (header ?? "")
    .split(",")
    .map((value) => value.trim().toLowerCase())
    .filter((value) => !isNoCoding(value));
  // some servers send a compressed file without saying so
  const codings = named.length === 0 && beginsWith(body, 0x1f, 0x8b) ? ["gzip"] : named.slice(-2);
  let bytes = body;
  // the last coding was applied last
  for (const coding of codings.toReversed()) {
    const decoder = decoderFor(coding, bytes);
    if (decoder === null) continue;
    try {
      bytes = await decompressed(bytes, decoder, maxBytes);
    } catch (cause) {
      throw new FeedError("not_a_feed", `the ${coding} body is broken`, { cause });
    }
  }
  return bytes;
}
