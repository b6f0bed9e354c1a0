import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Output,
  WavOutputFormat,
} from "mediabunny";

/** 16-bit mono WAV. Little-endian, as every machine that runs Node. */
export async function wav(samples: Float32Array, sampleRate: number): Promise<Uint8Array> {
  const pcm = Int16Array.from(samples, (sample) =>
    Math.round(Math.max(-1, Math.min(1, sample)) * 32767),
  );
  const target = new BufferTarget();
  const output = new Output({ format: new WavOutputFormat(), target });
  const track = new EncodedAudioPacketSource("pcm-s16");
  output.addAudioTrack(track);
  await output.start();
  const packet = new EncodedPacket(
    new Uint8Array(pcm.buffer),
    "key",
    0,
    samples.length / sampleRate,
  );
  const decoderConfig = { codec: "pcm-s16", sampleRate, numberOfChannels: 1 };
  await track.add(packet, { decoderConfig });
  await output.finalize();
  if (!target.buffer) throw new Error("The writer produced nothing.");
  return new Uint8Array(target.buffer);
}
