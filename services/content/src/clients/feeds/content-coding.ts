import type { Transform } from "node:stream";
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";
import { FeedError } from "../../domain/feeds/feed-reading.ts";

type Decoded = { bytes: Buffer; error: Error | null };

/** The first `maxBytes` of what can be decompressed of a body: of one that is cut off or broken, its beginning. */
function decompressed(bytes: Uint8Array, decoder: Transform, maxBytes: number): Promise<Decoded> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const finish = (error: Error | null) =>
      resolve({ bytes: Buffer.concat(chunks).subarray(0, maxBytes), error });
    decoder
      .on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size < maxBytes) return;
        finish(null);
        decoder.destroy();
      })
      .on("end", () => finish(null))
      .on("error", finish)
      .end(bytes);
  });
}

const beginsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);
const isGzip = (bytes: Uint8Array): boolean => beginsWith(bytes, 0x1f, 0x8b);
/** RFC 1950, 2.2: compression method 8, and a header that is a multiple of 31. */
const hasZlibHeader = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;

/** Whether a body begins as XML or JSON does, perhaps after a byte order mark: it is not compressed, whatever its header. */
const isPlain = (bytes: Uint8Array): boolean =>
  /^(?:\u00EF\u00BB\u00BF)?\s*(?:<[?!a-z]|\{\s*")/iu.test(
    String.fromCharCode(...bytes.subarray(0, 100)),
  );

/** RFC 1952, 2.3: where the data of a gzip file begins, after the optional fields of its header. */
function gzipDataStart(bytes: Uint8Array): number {
  const flags = bytes[3] ?? 0;
  const afterText = (from: number) => {
    const end = bytes.indexOf(0, from);
    return end < 0 ? bytes.length : end + 1;
  };
  let start = 10;
  if ((flags & 0x04) !== 0) start += 2 + (bytes[10] ?? 0) + 256 * (bytes[11] ?? 0);
  // the name of the file, then a comment
  for (const flag of [0x08, 0x10]) if ((flags & flag) !== 0) start = afterText(start);
  return (flags & 0x02) === 0 ? start : start + 2;
}

/** The compressed data of a gzip or zlib body, or null: with it, a wrong checksum and what follows the data do not count. */
function rawDeflate(bytes: Uint8Array): Uint8Array | null {
  if (isGzip(bytes)) return bytes.subarray(gzipDataStart(bytes));
  return hasZlibHeader(bytes) ? bytes.subarray(2) : null;
}

/** The decoder of a coding, or null when the body is not in this coding: some servers only say that it is. */
function decoderFor(coding: string, bytes: Uint8Array): Transform | null {
  if (isPlain(bytes)) return null;
  switch (coding) {
    case "gzip":
    case "x-gzip":
    case "deflate":
      // servers take one for the other
      if (isGzip(bytes)) return createGunzip();
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

/** As much as can be read of a body that its decoder could not read to the end: the decoder loses its last chunk then. */
async function recovered(
  body: Uint8Array,
  { bytes }: Decoded,
  maxBytes: number,
): Promise<Uint8Array> {
  const raw = rawDeflate(body);
  if (raw === null) return bytes;
  const again = await decompressed(raw, createInflateRaw(), maxBytes);
  return again.bytes.length > bytes.length ? again.bytes : bytes;
}

/** The name of a coding without its quotation marks and parameters: servers copy them from Accept-Encoding. */
const codingName = (value: string): string =>
  value.replace(/;.*$/u, "").replaceAll('"', "").trim().toLowerCase();

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
    .map(codingName)
    .filter((value) => !isNoCoding(value));
  // some servers send a compressed file without saying so
  const codings = named.length === 0 && isGzip(body) ? ["gzip"] : named.slice(-2);
  let bytes = body;
  // the last coding was applied last
  for (const coding of codings.toReversed()) {
    const decoder = decoderFor(coding, bytes);
    if (decoder === null) continue;
    const decoded = await decompressed(bytes, decoder, maxBytes);
    bytes = decoded.error === null ? decoded.bytes : await recovered(bytes, decoded, maxBytes);
    if (bytes.length === 0 && decoded.error !== null) {
      throw new FeedError("not_a_feed", `the ${coding} body is broken`, { cause: decoded.error });
    }
  }
  return bytes;
}
