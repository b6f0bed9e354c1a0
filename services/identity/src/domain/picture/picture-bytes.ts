/** The formats that a picture may arrive in. */
export type PictureFormat = "png" | "jpeg" | "webp";

/**
 * The offset at which the picture ends in a file that begins like a picture.
 *
 * @returns an offset, at most the length of the file; undefined when the end is missing
 */
function endOfPicture(file: Buffer, format: PictureFormat): number | undefined {
  switch (format) {
    case "png":
      return endOfPng(file);
    case "jpeg":
      return endOfJpeg(file);
    case "webp":
      return endOfWebp(file);
  }
}

const within = (end: number, file: Buffer) => (end <= file.length ? end : undefined);

/** Chunks of length, type, content and checksum, up to IEND (PNG specification, 5.3). */
function endOfPng(file: Buffer): number | undefined {
  let at = 8;
  while (at + 12 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === "IEND") return within(end, file);
    at = end;
  }
  return undefined;
}

/** A RIFF header holds the length, without its first eight bytes and the padding to an even number. */
function endOfWebp(file: Buffer): number | undefined {
  if (file.length < 12) return undefined;
  const length = file.readUInt32LE(4);
  return within(8 + length + (length % 2), file);
}

const jpegEnd = 0xd9;
const jpegScan = 0xda;
/** Markers without a length: TEM and the restarts (ITU-T T.81, table B.1). */
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Segments with their lengths, and scans, which last until the next marker that is not a restart. */
function endOfJpeg(file: Buffer): number | undefined {
  let at = 2;
  while (at + 2 <= file.length) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1] ?? 0;
    if (marker === jpegEnd) return at + 2;
    if (marker === 0xff) at += 1;
    else if (standsAlone(marker)) at += 2;
    else if (at + 4 > file.length) return undefined;
    else {
      at += 2 + file.readUInt16BE(at + 2);
      if (marker === jpegScan) at = endOfScan(file, at);
    }
  }
  return undefined;
}

function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0x00 && next !== 0xff && !standsAlone(next)) return at;
  }
  return file.length;
}

/** Content that a browser, a PDF reader or a server would execute, at any place in the file. */
const activeContent = /<(?:html|head|body|script|iframe|!doctype|\?php)|javascript:|%PDF-/i;

/**
 * Whether a phone's camera appended this to a JPEG: another JPEG (depth, brightness), the film of a motion
 * photo, or Samsung's trailer. Zeros may precede it.
 */
function isCameraTrailer(rest: Buffer): boolean {
  const first = rest.findIndex((byte) => byte !== 0);
  const isPicture = rest[first] === 0xff && rest[first + 1] === 0xd8;
  const isFilm = rest.subarray(0, 64).includes("ftyp", 0, "latin1");
  return first < 0 || isPicture || isFilm || rest.toString("latin1").endsWith("SEFT");
}

/**
 * Whether a file is a complete picture and nothing else: it contains no page, program or archive, inside or
 * at its end. Does not check whether the picture can be decoded.
 */
export function isPictureOnly(file: Buffer, format: PictureFormat): boolean {
  const end = endOfPicture(file, format);
  if (end === undefined || activeContent.test(file.toString("latin1"))) return false;
  const rest = file.subarray(end);
  return rest.length === 0 || (format === "jpeg" && isCameraTrailer(rest));
}
