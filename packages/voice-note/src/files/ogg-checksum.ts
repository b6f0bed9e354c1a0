/** CRC tables for eight bytes at a time; the first is the usual table for one byte. */
const strides = 8;
const tables = new Int32Array(strides * 256);
for (let byte = 0; byte < 256; byte += 1) {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  tables[byte] = crc;
}
for (let at = 256; at < tables.length; at += 1) {
  const before = tables[at - 256] ?? 0;
  tables[at] = (before << 8) ^ (tables[before >>> 24] ?? 0);
}
const entry = (table: number, byte: number): number => tables[table * 256 + byte] ?? 0;

/**
 * The checksum of an Ogg page (RFC 3533, section 6): CRC-32, not reflected, no inversion. Eight bytes a step
 * ("slicing", Kounavis and Berry, 2008), because checksums take most of the time when clips are joined.
 */
export function oggChecksum(page: Uint8Array): number {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  let crc = 0;
  let at = 0;
  for (; at + strides <= page.length; at += strides) {
    const one = crc ^ view.getInt32(at);
    const two = view.getInt32(at + 4);
    crc =
      entry(7, one >>> 24) ^
      entry(6, (one >>> 16) & 255) ^
      entry(5, (one >>> 8) & 255) ^
      entry(4, one & 255) ^
      entry(3, two >>> 24) ^
      entry(2, (two >>> 16) & 255) ^
      entry(1, (two >>> 8) & 255) ^
      entry(0, two & 255);
  }
  for (; at < page.length; at += 1) {
    crc = (crc << 8) ^ entry(0, (crc >>> 24) ^ (page[at] ?? 0));
  }
  return crc >>> 0;
}
