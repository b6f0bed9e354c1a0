import { contentHash } from "../content-keys.ts";

/** Samples a second that granule positions count, whatever the encoder was given (RFC 7845, section 4). */
const granuleRate = 48_000;
export const packetMs = 20;
const packetGranules = (granuleRate * packetMs) / 1000;
const vendor = "Matinale";
/** A page holds at most 255 lacing values; a second a page keeps seeking and overhead small. */
const packetsPerPage = 50;
const segmentsPerPage = 255;

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1)
    crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  return crc >>> 0;
});

/** The checksum of an Ogg page (RFC 3533, section 6): CRC-32, not reflected, no inversion. */
export function oggChecksum(page: Uint8Array): number {
  let crc = 0;
  for (let index = 0; index < page.length; index += 1) {
    crc = (crc << 8) ^ (crcTable[((crc >>> 24) ^ (page[index] ?? 0)) & 0xff] ?? 0);
  }
  return crc >>> 0;
}

/** Lacing values that a packet takes: whole 255s and what is left, which may be 0. */
const segments = (packet: Uint8Array) => Math.floor(packet.length / 255) + 1;
const begin = 2;
const end = 4;

type Page = { packets: readonly Uint8Array[]; flags: number; granules: number };

function pages(packets: readonly Uint8Array[], preSkip: number): Page[] {
  const made: Page[] = [
    { packets: [identification(preSkip)], flags: begin, granules: 0 },
    { packets: [comments()], flags: 0, granules: 0 },
  ];
  let [from, lacing] = [0, 0];
  for (let index = 0; index <= packets.length; index += 1) {
    const packet = packets[index];
    const full =
      index - from === packetsPerPage || (packet && lacing + segments(packet) > segmentsPerPage);
    if (index > from && (packet === undefined || full)) {
      const granules = index * packetGranules;
      made.push({ packets: packets.slice(from, index), flags: 0, granules });
      [from, lacing] = [index, 0];
    }
    if (packet !== undefined) lacing += segments(packet);
  }
  const last = made.at(-1);
  if (last !== undefined) last.flags |= end;
  return made;
}

const pageBytes = ({ packets }: Page): number =>
  packets.reduce((sum, packet) => sum + segments(packet) + packet.length, 27);

/** "OpusHead" (RFC 7845, 5.1): version 1, mono, 24 kHz input, no gain. */
function identification(preSkip: number): Uint8Array {
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode("OpusHead"));
  const view = new DataView(head.buffer);
  view.setUint8(8, 1);
  view.setUint8(9, 1);
  view.setUint16(10, preSkip, true);
  view.setUint32(12, 24_000, true);
  return head;
}

/** "OpusTags" (RFC 7845, 5.2): who made it, no comments. */
function comments(): Uint8Array {
  const tags = new Uint8Array(8 + 4 + vendor.length + 4);
  tags.set(new TextEncoder().encode("OpusTags"));
  new DataView(tags.buffer).setUint32(8, vendor.length, true);
  tags.set(new TextEncoder().encode(vendor), 12);
  return tags;
}

/**
 * A playable Ogg Opus file (RFC 7845) of mono packets of 20 ms, as they are: nothing is decoded. The same packets
 * always make the same bytes.
 *
 * @param preSkip  samples at 48 kHz that the encoder put before the sound
 */
export function oggOpus(packets: readonly Uint8Array[], preSkip: number): Uint8Array {
  const parts = pages(packets, preSkip);
  const file = new Uint8Array(parts.reduce((sum, page) => sum + pageBytes(page), 0));
  const view = new DataView(file.buffer);
  const first = packets[0];
  const serial = Number.parseInt(contentHash(first ?? file).slice(0, 8), 16);
  let at = 0;
  for (const [sequence, page] of parts.entries()) {
    const start = at;
    file.set([0x4f, 0x67, 0x67, 0x53, 0, page.flags], at);
    view.setBigUint64(at + 6, BigInt(page.granules), true);
    view.setUint32(at + 14, serial, true);
    view.setUint32(at + 18, sequence, true);
    let lacing = at + 27;
    for (const packet of page.packets) {
      const whole = segments(packet) - 1;
      file.fill(255, lacing, lacing + whole);
      file[lacing + whole] = packet.length - whole * 255;
      lacing += whole + 1;
    }
    file[at + 26] = lacing - at - 27;
    at = lacing;
    for (const packet of page.packets) {
      file.set(packet, at);
      at += packet.length;
    }
    view.setUint32(start + 22, oggChecksum(file.subarray(start, at)), true);
  }
  return file;
}

/** What packets add to a file: their bytes and lacing values. */
export const packetBytes = (packets: readonly Uint8Array[]): number =>
  packets.reduce((sum, packet) => sum + segments(packet) + packet.length, 0);

const headerBytes = pages([], 0).reduce((sum, page) => sum + pageBytes(page), 0);

/**
 * Size in bytes that a file does not exceed, without making it.
 *
 * @param bytes  what `packetBytes` says of all its packets
 */
export function largestOggOpus(bytes: number, packets: number): number {
  const byLacing = Math.ceil(bytes / 255 / segmentsPerPage);
  return headerBytes + bytes + 27 * (Math.ceil(packets / packetsPerPage) + byLacing);
}

/** How long such a file plays, in milliseconds. */
export const oggOpusMs = (packets: number, preSkip: number): number =>
  packets * packetMs - (preSkip * 1000) / granuleRate;
