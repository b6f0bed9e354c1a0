import { histogram } from "@matinale/kit";
import pLimit from "p-limit";
import type Sharp from "sharp";
import { isPictureOnly } from "../../domain/picture/picture-bytes.ts";
import type { PictureFormat } from "../../domain/picture/picture-bytes.ts";
import { PictureRefused } from "../../domain/picture/picture-refused.ts";

/** Width and height of the stored picture, in pixels. */
const side = 256;
/** A 25-megapixel photograph. A decompression bomb of a few kilobytes claims hundreds of megapixels. */
const mostPixels = 25_000_000;
const longestSeconds = 5;

/** Loaded with the first picture: sharp takes several megabytes, and most processes never get a picture. */
async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  // The other formats of libvips (SVG, PDF, TIFF, GIF, …) only add attack surface.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp"],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
let loaded: ReturnType<typeof load> | undefined;

const seconds = histogram("identity_picture_seconds");

/** One at a time in this process: decoding takes a thread of libuv's four, and passwords take two. */
const oneByOne = pLimit(1);

async function redraw(sharp: typeof Sharp, file: Buffer): Promise<Buffer> {
  const open = () => sharp(file, { limitInputPixels: mostPixels, failOn: "warning" });
  const { format } = await open().metadata();
  if (!isPictureFormat(format) || !isPictureOnly(file, format)) {
    throw new PictureRefused("notAPicture");
  }
  return open()
    .timeout({ seconds: longestSeconds })
    .autoOrient()
    .resize(side, side, { fit: "cover" })
    .webp({ quality: 82 })
    .toBuffer();
}

const isPictureFormat = (format: string): format is PictureFormat =>
  format === "png" || format === "jpeg" || format === "webp";

/**
 * Decodes a picture and encodes it again: a WebP of 256 × 256 pixels, upright, in sRGB, without place, date
 * or any other metadata. Of an animation, the first frame.
 *
 * @throws PictureRefused when the file is not a PNG, JPEG or WebP, is damaged, or is more than that
 */
export async function profileImageOf(file: Buffer): Promise<Buffer> {
  const sharp = await (loaded ??= load());
  const done = seconds.startTimer();
  try {
    return await oneByOne(() => redraw(sharp, file));
  } catch (error) {
    // The message of libvips describes the file: it belongs into the cause, not into the answer.
    throw error instanceof PictureRefused
      ? error
      : new PictureRefused("notAPicture", { cause: error });
  } finally {
    done();
  }
}
