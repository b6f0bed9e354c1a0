import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createUnzip } from "node:zlib";
import { FeedError } from "../../domain/feeds/feed-reading.ts";

/** Bytes. Small, because a decoder loses its last chunk when the body is broken. */
const chunkSize = 1_024;

/**
 * The first `maxBytes` of a body that can be decompressed: of one that is cut off or broken, its beginning.
 *
 * @throws FeedError  when nothing of it can be read
 */
function decompressed(body: Uint8Array, decoder: Transform, maxBytes: number): Promise<Uint8Array> {
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
      .on("error", (cause) => {
        if (size > 0) finish();
        else reject(new FeedError("not_a_feed", "the compressed body is broken", { cause }));
      })
      .end(body);
  });
}

/** RFC 1952, 2.3.1, and RFC 1950, 2.2: compression method 8, and a header that is a multiple of 31. */
const isGzipOrZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first === 0x1f && second === 0x8b) ||
  ((first & 0x0f) === 8 && (first * 256 + second) % 31 === 0);

/** Whether a body begins as XML or JSON does, perhaps after a byte order mark: it is not compressed, whatever its header. */
const isPlain = (bytes: Uint8Array): boolean =>
  /^(?:\u00EF\u00BB\u00BF)?\s*(?:<[?!a-z]|\{\s*")/iu.test(
    String.fromCharCode(...bytes.subarray(0, 100)),
  );

/**
 * A body without its content coding. Gzip and zlib are found by their first bytes: some servers say "gzip" of a plain body,
 * and others send a gzip file without saying so. Brotli has no signature, so the header decides.
 *
 * @param header    Content-Encoding
 * @param maxBytes  most bytes of the result, the first ones
 * @throws FeedError  when nothing of a compressed body can be read
 */
export async function decodeBody(
  body: Uint8Array,
  header: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  const isBrotli = /\bbr\b/iu.test(header ?? "") && !isPlain(body);
  const bytes = isBrotli
    ? await decompressed(body, createBrotliDecompress({ chunkSize }), maxBytes)
    : body;
  if (!isGzipOrZlib(bytes)) return bytes;
  // Z_SYNC_FLUSH: the end of a file that is cut off is no error
  const unzip = createUnzip({ chunkSize, finishFlush: constants.Z_SYNC_FLUSH });
  return decompressed(bytes, unzip, maxBytes);
}
