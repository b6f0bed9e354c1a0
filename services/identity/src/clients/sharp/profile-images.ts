import { histogram } from "@matinale/kit";
import pLimit from "p-limit";
import type Sharp from "sharp";
import { isPictureOnly } from "../../domain/picture/picture-bytes.ts";
import type { PictureFormat } from "../../domain/picture/picture-bytes.ts";
import { PictureRefused } from "../../domain/picture/picture-refused.ts";

/** Width and height of what is kept. */
const side = 256;
/** A 25-megapixel photograph; a bomb of a few kilobytes claims hundreds of megapixels. */
const mostPixels = 25_000_000;
const longestSeconds = 5;

/** Loaded with the first picture: it takes several megabytes, and most days of a service pass without. */
async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  // Everything else that libvips reads (SVG, PDF, TIFF, GIF, …) is a way in that nobody here needs.
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

async function draw(sharp: typeof Sharp, file: Buffer): Promise<Buffer> {
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
 * Decodes a picture and draws it anew: a WebP of 256 × 256 pixels, upright, in sRGB, without place, date
 * or any other metadata. Of an animation, the first frame.
 *
 * @throws PictureRefused when the file is not a PNG, JPEG or WebP, is damaged, or is more than that
 */
export async function portraitOf(file: Buffer): Promise<Buffer> {
  const sharp = await (loaded ??= load());
  const done = seconds.startTimer();
  try {
    return await oneByOne(() => draw(sharp, file));
  } catch (error) {
    // libvips speaks of what it found in the file: for the cause, not for an answer.
    throw error instanceof PictureRefused
      ? error
      : new PictureRefused("notAPicture", { cause: error });
  } finally {
    done();
  }
}
