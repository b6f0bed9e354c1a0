/** Granule positions count samples at this rate, at any sample rate of the encoder (RFC 7845, section 4). */
const granuleRate = 48_000;
export const packetMs = 20;
const packetGranules = (granuleRate * packetMs) / 1000;
/** Samples at 48 kHz that the encoder puts before the sound: libopus looks ahead 6.5 ms in all but its low-delay mode. */
export const opusPreSkip = 312;

const vendor = "Matinale";
/** A page holds at most 255 lacing values, and a packet, of at most 1,275 bytes (RFC 6716, 3.2.1), has up to six. */
const packetsPerPage = 42;
const pageHeader = 27;
/** Header flags of the stream's first and last page (RFC 3533, section 6). */
const first = 2;
const last = 4;

const checksums = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  return crc;
});

/** The checksum of an Ogg page (RFC 3533, section 6): CRC-32, not reflected, no inversion. */
export function oggChecksum(page: Uint8Array): number {
  let crc = 0;
  // an index, because iterators are several times slower, and checksums take most of the time of a join
  for (let at = 0; at < page.length; at += 1) {
    crc = (crc << 8) ^ (checksums[(crc >>> 24) ^ (page[at] ?? 0)] ?? 0);
  }
  return crc >>> 0;
}

/** "OpusHead" (RFC 7845, 5.1): version 1, mono, 24 kHz input, no gain. */
function identification(): Uint8Array {
  const head = Buffer.alloc(19);
  head.write("OpusHead");
  head.set([1, 1], 8);
  head.writeUInt16LE(opusPreSkip, 10);
  head.writeUInt32LE(24_000, 12);
  return head;
}

/** "OpusTags" (RFC 7845, 5.2): the vendor, no comments. */
function comments(): Uint8Array {
  const tags = Buffer.alloc(16 + vendor.length);
  tags.write("OpusTags");
  tags.writeUInt32LE(vendor.length, 8);
  tags.write(vendor, 12);
  return tags;
}

function page(
  packets: readonly Uint8Array[],
  { flags, granule, serial, sequence }: Record<"flags" | "granule" | "serial" | "sequence", number>,
): Uint8Array {
  const lacing: number[] = [];
  for (const { length } of packets) {
    for (let left = length; left >= 255; left -= 255) lacing.push(255);
    lacing.push(length % 255);
  }
  const head = Buffer.alloc(pageHeader);
  head.write("OggS");
  head.writeUInt8(flags, 5);
  head.writeBigUInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(sequence, 18);
  head.writeUInt8(lacing.length, 26);
  const bytes = Buffer.concat([head, Buffer.from(lacing), ...packets]);
  bytes.writeUInt32LE(oggChecksum(bytes), 22);
  return bytes;
}

/**
 * A playable Ogg Opus file (RFC 7845) of mono packets of 20 ms, which are copied, not decoded. Equal packets make
 * equal bytes, with the serial number too: it is a checksum of the first packets.
 */
export function oggOpus(packets: readonly Uint8Array[]): Uint8Array {
  const serial = oggChecksum(Buffer.concat(packets.slice(0, packetsPerPage)));
  const pages = [
    page([identification()], { flags: first, granule: 0, serial, sequence: 0 }),
    page([comments()], { flags: 0, granule: 0, serial, sequence: 1 }),
  ];
  for (let from = 0; from < packets.length; from += packetsPerPage) {
    const end = Math.min(from + packetsPerPage, packets.length);
    const flags = end === packets.length ? last : 0;
    const granule = end * packetGranules;
    pages.push(page(packets.slice(from, end), { flags, granule, serial, sequence: pages.length }));
  }
  return Buffer.concat(pages);
}

export const oggOpusMs = (packets: number): number =>
  packets * packetMs - (opusPreSkip * 1000) / granuleRate;
