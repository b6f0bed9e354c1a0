/** Opus packets of one clip: the length of each, and their bytes one after the other. */
export type Packets = { lengths: Uint16Array; bodies: Uint8Array };

const countBytes = 4;
const lengthBytes = 2;

/** Packs packets into one byte array: their number (32 bits), their lengths (16 bits each), then their bytes. */
export function packPackets(packets: readonly Uint8Array[]): Uint8Array {
  const head = countBytes + lengthBytes * packets.length;
  const packed = new Uint8Array(packets.reduce((sum, packet) => sum + packet.length, head));
  const view = new DataView(packed.buffer);
  view.setUint32(0, packets.length);
  let at = head;
  for (const [index, packet] of packets.entries()) {
    view.setUint16(countBytes + lengthBytes * index, packet.length);
    packed.set(packet, at);
    at += packet.length;
  }
  return packed;
}

/** The packets of a clip, without a copy of their bytes. @throws RangeError when the bytes do not match the lengths */
export function unpackPackets(packed: Uint8Array): Packets {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const count = packed.length < countBytes ? 0 : view.getUint32(0);
  const head = countBytes + lengthBytes * count;
  if (count === 0 || head > packed.length)
    throw new RangeError("packed packets do not match their lengths");
  const lengths = new Uint16Array(count);
  let bytes = 0;
  for (let index = 0; index < count; index += 1) {
    const length = view.getUint16(countBytes + lengthBytes * index);
    lengths[index] = length;
    bytes += length;
  }
  if (head + bytes !== packed.length)
    throw new RangeError("packed packets do not match their lengths");
  return { lengths, bodies: packed.subarray(head) };
}

/** The packets one by one, as views of their bytes. */
export function* eachPacket({ lengths, bodies }: Packets): Generator<Uint8Array> {
  let at = 0;
  for (const length of lengths) {
    yield bodies.subarray(at, at + length);
    at += length;
  }
}
