import { unpackPackets } from "@matinale/voice-note/testing";

/** Milliseconds of one Opus packet. */
const packetMs = 20;

/**
 * When the words of a clip begin in a voice note, which holds the packets of its clips unchanged. The silence at both
 * ends of a clip may be cut, so the middle of the clip is searched.
 *
 * @param packets  Opus packets of the voice note
 * @param clip     packed Opus packets
 * @returns milliseconds; null when the voice note does not contain the clip
 */
export function startOfClip(packets: readonly Uint8Array[], clip: Uint8Array): number | null {
  const own = unpackPackets(clip);
  const skipped = Math.floor(own.length / 4);
  const middle = own.slice(skipped, own.length - skipped);
  const isHere = (at: number) =>
    middle.every((packet, index) => Buffer.compare(packet, packets[at + index] ?? empty) === 0);
  const found = packets.findIndex((_, at) => isHere(at));
  return found === -1 ? null : Math.max(0, found - skipped) * packetMs;
}

const empty = new Uint8Array();
