import { histogram, HttpError } from "@matinale/kit";
import pLimit from "p-limit";
import type Sharp from "sharp";
import type { Metadata } from "sharp";
import { pictureTexts, texts } from "../../domain/texts.ts";

/** Width and height of the stored picture, in pixels. */
const side = 256;
/** A 25-megapixel photograph. A decompression bomb of a few kilobytes claims hundreds of megapixels. */
const maxPixels = 25_000_000;
/** For a picture that can be decoded only as a whole; the pod has 512 MiB. Bytes. */
const maxWholeBytes = 100_000_000;
const timeoutSeconds = 5;
/** Each takes at most `timeoutSeconds`: the last one is read before the gateway gives up. */
const waitingAtMost = 4;

/** Loads sharp with the first picture: it takes several megabytes, and most processes never get a picture. */
async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  // the other formats of libvips (SVG, PDF, TIFF, GIF, …) only add attack surface
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

/** One picture at a time: decoding takes one of libuv's four threads, which passwords use as well. */
const oneAtATime = pLimit(1);

/**
 * The memory that a picture takes which cannot be decoded line by line: the samples of an interlaced PNG, the
 * coefficients of a progressive JPEG, two bytes each. A WebP of `maxPixels` takes 100 MB at most.
 */
function wholeBytes({ format, width, height, channels, depth, isProgressive }: Metadata): number {
  const sampleBytes = format === "jpeg" || depth === "ushort" ? 2 : 1;
  return isProgressive ? width * height * channels * sampleBytes : 0;
}

/**
 * Decodes a picture and encodes it again: a WebP of 256 × 256 pixels, upright, in sRGB, without place, date
 * or any other metadata, and without anything else that the file contained. Keeps only the first frame of an
 * animation.
 *
 * @throws HttpError VALIDATION_FAILED when the file is not a PNG, JPEG or WebP, is damaged, or needs too much memory
 * @throws HttpError SERVICE_UNAVAILABLE when too many pictures are waiting
 */
export async function profileImageOf(file: Buffer): Promise<Buffer> {
  const sharp = await (loaded ??= load());
  if (oneAtATime.pendingCount >= waitingAtMost) {
    throw new HttpError("SERVICE_UNAVAILABLE", texts.busy, { retryAfter: 5 });
  }
  const done = seconds.startTimer();
  try {
    return await oneAtATime(async () => {
      // not for a warning: some phones write JPEGs with harmless faults (https://github.com/lovell/sharp/issues/1578)
      const picture = sharp(file, { limitInputPixels: maxPixels, failOn: "error" });
      if (wholeBytes(await picture.metadata()) > maxWholeBytes) {
        throw new HttpError("VALIDATION_FAILED", pictureTexts.tooManyPixels);
      }
      return picture
        .timeout({ seconds: timeoutSeconds })
        .autoOrient()
        .resize(side, side, { fit: "cover" })
        .webp({ quality: 82 })
        .toBuffer();
    });
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    // the message of libvips describes the file: it is for the log, not for the response
    throw new HttpError("VALIDATION_FAILED", pictureTexts.notAPicture, { cause });
  } finally {
    done();
  }
}
