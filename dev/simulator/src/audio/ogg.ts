/** Ogg Opus always counts samples of 48 kHz, for every input rate (RFC 7845, section 4). */
const SAMPLES_PER_MS = 48;
const CONTINUES = 0xffffffffffffffffn;

/**
 * Duration of an Ogg Opus file: (last granule position − pre-skip) / 48.
 *
 * @returns milliseconds, rounded
 * @throws Error  when the file is not an Ogg Opus stream
 */
export function oggOpusDurationMs(file: Buffer): number {
  let preSkip: number | undefined;
  let last = 0n;
  let offset = 0;
  while (offset < file.length) {
    const page = readPage(file, offset);
    if (preSkip === undefined) {
      if (file.toString("latin1", page.body, page.body + 8) !== "OpusHead") {
        throw new Error("The Ogg stream does not start with an Opus header.");
      }
      preSkip = file.readUInt16LE(page.body + 10);
    }
    if (page.granule !== CONTINUES && page.granule > last) last = page.granule;
    offset = page.end;
  }
  if (preSkip === undefined) throw new Error("The file is empty.");
  return Math.max(0, Math.round((Number(last) - preSkip) / SAMPLES_PER_MS));
}

/** One page (RFC 3533, section 6). */
function readPage(file: Buffer, start: number): { body: number; end: number; granule: bigint } {
  const headerEnd = start + 27;
  if (headerEnd > file.length || file.toString("latin1", start, start + 4) !== "OggS") {
    throw new Error("The file is not an Ogg stream.");
  }
  const segments = file[start + 26] ?? 0;
  const body = headerEnd + segments;
  const end = file.subarray(headerEnd, body).reduce((sum, length) => sum + length, body);
  if (end > file.length) throw new Error("The last Ogg page is cut off.");
  return { body, end, granule: file.readBigUInt64LE(start + 6) };
}
