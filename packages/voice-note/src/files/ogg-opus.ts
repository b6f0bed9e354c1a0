import { createHash } from "node:crypto";
import { oggChecksum } from "./ogg-checksum.ts";
import type { Packets } from "./packets.ts";

/** Granule positions count samples at this rate, at any sample rate of the encoder (RFC 7845, section 4). */
const granuleRate = 48_000;
export const packetMs = 20;
const packetGranules = (granuleRate * packetMs) / 1000;

const vendor = "Matinale";
/** One second a page: quick to seek, little overhead. A page holds at most 255 lacing values. */
const packetsPerPage = 50;
const segmentsPerPage = 255;
const pageHeader = 27;

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

/** "OpusTags" (RFC 7845, 5.2): the vendor, no comments. */
function comments(): Uint8Array {
  const tags = new Uint8Array(8 + 4 + vendor.length + 4);
  tags.set(new TextEncoder().encode("OpusTags"));
  new DataView(tags.buffer).setUint32(8, vendor.length, true);
  tags.set(new TextEncoder().encode(vendor), 12);
  return tags;
}
const headerBytes = 2 * (pageHeader + 1) + identification(0).length + comments().length;

/** Header flags of the stream's first and last page (RFC 3533, section 6). */
const first = 2;
const last = 4;

/** Writes pages one after the other into a buffer that is large enough for all. */
class PageWriter {
  readonly #file: Uint8Array;
  readonly #view: DataView;
  readonly #serial: number;
  readonly #lacing = new Uint8Array(segmentsPerPage);
  #segments = 0;
  #packets = 0;
  #bodies: Uint8Array[] = [];
  #sequence = 0;
  #granules = 0;
  #at = 0;

  constructor(bytes: number, serial: number) {
    this.#file = new Uint8Array(bytes);
    this.#view = new DataView(this.#file.buffer);
    this.#serial = serial;
  }

  /** Writes a header packet on a page of its own, with no playing time. */
  header(body: Uint8Array, flags: number): void {
    this.#lace(body.length);
    this.#bodies.push(body);
    this.#close(flags, 0);
  }

  /** Writes packets and closes each page when it is full. */
  packets({ lengths, bodies }: Packets): void {
    let [from, to] = [0, 0];
    for (const length of lengths) {
      const full = this.#segments + segmentsOf(length) > segmentsPerPage;
      if (full || this.#packets === packetsPerPage) {
        this.#bodies.push(bodies.subarray(from, to));
        this.#close(0, this.#packets * packetGranules);
        from = to;
      }
      this.#lace(length);
      to += length;
    }
    this.#bodies.push(bodies.subarray(from, to));
  }

  end(): Uint8Array {
    this.#close(last, this.#packets * packetGranules);
    return this.#file.slice(0, this.#at);
  }

  #lace(length: number): void {
    let left = length;
    for (; left >= 255; left -= 255) this.#lacing[this.#segments++] = 255;
    this.#lacing[this.#segments++] = left;
    this.#packets += 1;
  }

  #close(flags: number, granules: number): void {
    const start = this.#at;
    const [file, view] = [this.#file, this.#view];
    this.#granules += granules;
    view.setUint32(start, 0x4f67_6753);
    file[start + 5] = flags;
    view.setBigUint64(start + 6, BigInt(this.#granules), true);
    view.setUint32(start + 14, this.#serial, true);
    view.setUint32(start + 18, this.#sequence, true);
    file[start + 26] = this.#segments;
    file.set(this.#lacing.subarray(0, this.#segments), start + pageHeader);
    this.#at = start + pageHeader + this.#segments;
    for (const body of this.#bodies) {
      file.set(body, this.#at);
      this.#at += body.length;
    }
    view.setUint32(start + 22, oggChecksum(file.subarray(start, this.#at)), true);
    this.#sequence += 1;
    [this.#segments, this.#packets, this.#bodies] = [0, 0, []];
  }
}

/**
 * A playable Ogg Opus file (RFC 7845) of mono packets of 20 ms, which are copied, not decoded. Equal packets make
 * equal bytes.
 *
 * @param clips    packets of each clip, in order
 * @param preSkip  samples at 48 kHz that the encoder put before the sound
 */
export function oggOpus(clips: readonly Packets[], preSkip: number): Uint8Array {
  const bytes = clips.reduce((sum, clip) => sum + packetBytes(clip), 0);
  const packets = clips.reduce((sum, { lengths }) => sum + lengths.length, 0);
  const serial = streamSerial(clips[0]?.bodies ?? vendor);
  const pages = new PageWriter(maxOggOpusBytes(bytes, packets), serial);
  pages.header(identification(preSkip), first);
  pages.header(comments(), 0);
  for (const clip of clips) pages.packets(clip);
  return pages.end();
}

/** The serial number of a stream, from its content: equal packets make equal files. */
const streamSerial = (content: Uint8Array | string): number =>
  createHash("sha256").update(content).digest().readUInt32BE(0);

/** Number of lacing values of a packet: one for every 255 bytes, and one for the rest, which may be 0. */
const segmentsOf = (length: number) => Math.floor(length / 255) + 1;

/** Bytes that packets add to a file: their own and their lacing values. */
export function packetBytes({ lengths, bodies }: Packets): number {
  let bytes = bodies.length;
  for (const length of lengths) bytes += segmentsOf(length);
  return bytes;
}

/**
 * Upper limit of a file's size in bytes, without writing the file.
 *
 * @param bytes  sum of `packetBytes` of all its packets
 */
export function maxOggOpusBytes(bytes: number, packets: number): number {
  // a page that is full by lacing values, not by packets, has at least 200 segments of 255 bytes: packets take six at most
  const byLacing = Math.ceil(bytes / (200 * 255));
  const pages = Math.ceil(packets / packetsPerPage) + byLacing;
  return headerBytes + bytes + pageHeader * Math.max(1, pages);
}

/** Playing time of a file, in milliseconds. */
export const oggOpusMs = (packets: number, preSkip: number): number =>
  packets * packetMs - (preSkip * 1000) / granuleRate;
