/** Opus packets of a clip as one piece of bytes: each with its length, 16 bits, before it. */
export function packPackets(packets: readonly Uint8Array[]): Uint8Array {
  const packed = new Uint8Array(packets.reduce((sum, packet) => sum + 2 + packet.length, 0));
  const view = new DataView(packed.buffer);
  let at = 0;
  for (const packet of packets) {
    view.setUint16(at, packet.length);
    packed.set(packet, at + 2);
    at += 2 + packet.length;
  }
  return packed;
}

/** Views of the packets, nothing copied. @throws RangeError when the bytes end inside a packet */
export function unpackPackets(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const packets: Uint8Array[] = [];
  for (let at = 0; at < packed.length;) {
    const end = at + 2 + view.getUint16(at);
    if (end > packed.length) throw new RangeError("packets cut short");
    packets.push(packed.subarray(at + 2, end));
    at = end;
  }
  return packets;
}
