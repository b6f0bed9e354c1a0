import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  OggOutputFormat,
  Output,
} from "mediabunny";

/** The delay of the usual encoder, 6.5 ms, in samples of 48 kHz. */
const preSkip = 312;
/** 20 ms of an Opus stream with 32 kbit/s. No test decodes it. */
const frame = new Uint8Array(80);
frame[0] = 0xf8;

/** Identification header (RFC 7845, section 5.1): mono, 48 kHz. */
function opusHead(): Uint8Array {
  const head = Buffer.alloc(19);
  head.write("OpusHead", 0, "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(48_000, 12);
  return head;
}

/** A voice note of at least this length, without a sound. */
export async function voiceNote(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const track = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(track);
  await output.start();
  const description = opusHead();
  const decoderConfig = { codec: "opus", sampleRate: 48_000, numberOfChannels: 1, description };
  const packets = Math.ceil((seconds * 48_000 + preSkip) / 960);
  for (let index = 0; index < packets; index += 1)
    await track.add(new EncodedPacket(frame, "key", index * 0.02, 0.02), { decoderConfig });
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}
