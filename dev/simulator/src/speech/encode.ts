// The native build crashes the process when its thread is terminated.
import opus from "@evan/opus/wasm/index.js";
import {
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
} from "mediabunny";

const OPUS_RATE = 48_000;
const OPUS_FRAME = 960;
/** The encoder's delay at this rate: 6.5 ms (libopus, OPUS_GET_LOOKAHEAD). */
const PRE_SKIP = 312;
/** Similar to the bit rate of Google's OGG_OPUS. */
const OPUS_BITRATE = 32_000;

/** 16-bit mono WAV. */
export function wav(samples: Float32Array, sampleRate: number): Promise<Uint8Array> {
  const packet = new EncodedPacket(pcm16(samples), "key", 0, samples.length / sampleRate);
  return muxed(new WavOutputFormat(), { codec: "pcm-s16", sampleRate }, [packet]);
}

/** Encodes samples of 48 kHz as mono Ogg Opus. */
export function oggOpus(samples: Float32Array): Promise<Uint8Array> {
  const encoder = new opus.Encoder({ channels: 1, sample_rate: OPUS_RATE, application: "voip" });
  encoder.bitrate = OPUS_BITRATE;
  const seconds = OPUS_FRAME / OPUS_RATE;
  // The decoder returns the last sample only after the encoder's delay.
  const frames = Math.ceil((samples.length + PRE_SKIP) / OPUS_FRAME);
  const packets = Array.from({ length: frames }, (_, index) => {
    const frame = new Float32Array(OPUS_FRAME);
    frame.set(samples.subarray(index * OPUS_FRAME, (index + 1) * OPUS_FRAME));
    const packet = encoder.encode(Buffer.from(pcm16(frame).buffer)).slice();
    return new EncodedPacket(packet, "key", index * seconds, seconds);
  });
  const config = { codec: "opus", sampleRate: OPUS_RATE, description: opusHead(PRE_SKIP) } as const;
  return muxed(new OggOutputFormat(), config, packets);
}

async function muxed(
  format: OutputFormat,
  config: { codec: AudioCodec; sampleRate: number; description?: Uint8Array },
  packets: EncodedPacket[],
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const track = new EncodedAudioPacketSource(config.codec);
  output.addAudioTrack(track);
  await output.start();
  for (const packet of packets) {
    await track.add(packet, { decoderConfig: { ...config, numberOfChannels: 1 } });
  }
  await output.finalize();
  if (!target.buffer) throw new Error("The writer produced nothing.");
  return new Uint8Array(target.buffer);
}

/** Identification header (RFC 7845, section 5.1). */
function opusHead(preSkip: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write("OpusHead", 0, "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(OPUS_RATE, 12);
  return head;
}

/** Little-endian, as on every machine that runs Node. */
function pcm16(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const pcm = Int16Array.from(samples, (sample) =>
    Math.round(Math.max(-1, Math.min(1, sample)) * 32767),
  );
  return new Uint8Array(pcm.buffer);
}
