import { oggChecksum } from "../files/ogg-opus.ts";

export type OggPage = {
  flags: number;
  granule: number;
  serial: number;
  sequence: number;
  packets: Uint8Array[];
};

/**
 * The pages of an Ogg file (RFC 3533) whose packets end on the page that they begin on, as `oggOpus` writes them.
 *
 * @throws RangeError  when a page does not begin where it should, or has a wrong checksum
 */
export function oggPages(file: Uint8Array): OggPage[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const pages: OggPage[] = [];
  for (let at = 0; at < file.length;) {
    if (String.fromCharCode(...file.subarray(at, at + 4)) !== "OggS") {
      throw new RangeError(`no Ogg page at byte ${at}`);
    }
    const lacing = file.subarray(at + 27, at + 27 + view.getUint8(at + 26));
    let from = at + 27 + lacing.length;
    const packets: Uint8Array[] = [];
    let length = 0;
    for (const value of lacing) {
      length += value;
      if (value === 255) continue;
      packets.push(file.subarray(from, from + length));
      from += length;
      length = 0;
    }
    // a copy, also of a Buffer, whose `slice` would be a view
    const page = new Uint8Array(file.subarray(at, from));
    page.fill(0, 22, 26);
    if (view.getUint32(at + 22, true) !== oggChecksum(page)) {
      throw new RangeError(`wrong checksum of the Ogg page at byte ${at}`);
    }
    pages.push({
      flags: view.getUint8(at + 5),
      granule: Number(view.getBigUint64(at + 6, true)),
      serial: view.getUint32(at + 14, true),
      sequence: view.getUint32(at + 18, true),
      packets,
    });
    at = from;
  }
  return pages;
}
