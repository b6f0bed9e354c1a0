// The native build crashes the process when its thread is terminated.
import opus from "@evan/opus/wasm/index.js";
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  OggOutputFormat,
  Output,
} from "mediabunny";

const OPUS_RATE = 48_000;
const OPUS_FRAME = 960;
/** The encoder's delay at this rate: 6.5 ms (libopus, OPUS_GET_LOOKAHEAD). */
const PRE_SKIP = 312;
/** Similar to the bit rate of Google's OGG_OPUS. */
const OPUS_BITRATE = 32_000;

/** 16-bit mono WAV. */
export function wav(samples: Float32Array, sampleRate: number): Buffer {
  const pcm = pcm16(samples);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + pcm.length, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(pcm.length, 40);
  return Buffer.concat([header, pcm]);
}

/** Encodes samples of 48 kHz as mono Ogg Opus. */
export async function oggOpus(samples: Float32Array): Promise<Buffer> {
  const encoder = new opus.Encoder({ channels: 1, sample_rate: OPUS_RATE, application: "voip" });
  encoder.bitrate = OPUS_BITRATE;

  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const track = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(track);
  await output.start();

  const config = {
    codec: "opus",
    numberOfChannels: 1,
    sampleRate: OPUS_RATE,
    description: opusHead(PRE_SKIP),
  };
  // The decoder returns the last sample only after the encoder's delay.
  const frames = Math.ceil((samples.length + PRE_SKIP) / OPUS_FRAME);
  for (let index = 0; index < frames; index += 1) {
    const frame = new Float32Array(OPUS_FRAME);
    frame.set(samples.subarray(index * OPUS_FRAME, (index + 1) * OPUS_FRAME));
    const packet = encoder.encode(pcm16(frame));
    const seconds = OPUS_FRAME / OPUS_RATE;
    await track.add(
      new EncodedPacket(packet.slice(), "key", index * seconds, seconds),
      index === 0 ? { decoderConfig: config } : undefined,
    );
  }
  await output.finalize();
  if (!target.buffer) throw new Error("The Ogg writer produced nothing.");
  return Buffer.from(target.buffer);
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
function pcm16(samples: Float32Array): Buffer<ArrayBuffer> {
  const pcm = new Int16Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) {
    pcm[index] = Math.round(Math.max(-1, Math.min(1, samples[index] ?? 0)) * 32767);
  }
  return Buffer.from(pcm.buffer);
}
