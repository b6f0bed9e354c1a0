const countBytes = 4;
const lengthBytes = 2;

/** Packs the Opus packets of a clip: their number (32 bits), their lengths (16 bits each), then their bytes. */
export function packPackets(packets: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(countBytes + lengthBytes * packets.length);
  head.writeUInt32BE(packets.length);
  for (const [index, { length }] of packets.entries()) {
    head.writeUInt16BE(length, countBytes + lengthBytes * index);
  }
  return Buffer.concat([head, ...packets]);
}

/** The packets of a clip, as views of their bytes. @throws RangeError when the bytes do not match the lengths */
export function unpackPackets(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const count = packed.length < countBytes ? 0 : view.getUint32(0);
  let at = countBytes + lengthBytes * count;
  const packets: Uint8Array[] = [];
  if (at <= packed.length) {
    for (let index = 0; index < count; index += 1) {
      const length = view.getUint16(countBytes + lengthBytes * index);
      packets.push(packed.subarray(at, at + length));
      at += length;
    }
  }
  if (count === 0 || at !== packed.length) {
    throw new RangeError("packed packets do not match their lengths");
  }
  return packets;
}
