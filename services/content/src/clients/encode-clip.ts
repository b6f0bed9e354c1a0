import { Decoder, Encoder } from "@evan/opus/wasm/index.mjs";
import { createMp3Encoder } from "wasm-media-encoders";
import { clipRate, type EncodedClip } from "../domain/sound/encoded.ts";
import { ceiling, levelled, targetLoudness, type Levelling } from "../domain/sound/level.ts";
import { loudness } from "../domain/sound/loudness.ts";
import { mp3Frames } from "../domain/sound/mp3.ts";
import { packetMs } from "../domain/sound/ogg-opus.ts";
import { packPackets } from "../domain/sound/packets.ts";
import { readWav, type Sound } from "../domain/sound/wav.ts";

const frame = (clipRate * packetMs) / 1000;
/** Three minutes, the shortest plan's voice note, then fit one part of 512 kB with room to spare. */
const opusBitrate = 20_000;
const mp3Bitrate = 48;
/** The rate for which BS.1770 gives its filters. */
const decodedRate = 48_000;
/** Loudness units nobody hears, and the most that a round makes up for. */
const nearEnough = 0.4;
const mostMissing = 1.5;
const mostRounds = 3;
/** −1.2 dBFS: what is between two samples stays below −1 dBTP. */
const highestHeard = 10 ** (-1.2 / 20);

const mp3Encoder = await createMp3Encoder();

/** opus_defines.h */
const settings = {
  bitrate: [4002, opusBitrate],
  variableRate: [4006, 1],
  complexity: [4010, 3],
  constrainedVariableRate: [4020, 1],
  voice: [4024, 3001],
} as const;

function toOpus(samples: Float32Array): Uint8Array[] {
  // a fresh encoder for each clip: its first packet must not lean on another clip's last one
  const encoder = new Encoder({ channels: 1, sample_rate: clipRate, application: "audio" });
  for (const [request, value] of Object.values(settings)) encoder.ctl(request, value);
  const pcm = new Int16Array(samples.map((value) => Math.round(value * 32_767)));
  const packets: Uint8Array[] = [];
  for (let at = 0; at < pcm.length; at += frame) {
    packets.push(encoder.encode(pcm.subarray(at, at + frame)));
  }
  encoder.drop();
  return packets;
}

/** What a listener's decoder makes of the packets: its loudness in LUFS and its highest sample. */
function heard(packets: readonly Uint8Array[]): { lufs: number; peak: number } {
  const decoder = new Decoder({ channels: 1, sample_rate: decodedRate });
  const samples = new Float32Array((packets.length * decodedRate * packetMs) / 1000);
  let at = 0;
  for (const packet of packets) {
    const bytes = decoder.decode(packet);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let byte = 0; byte < bytes.length; byte += 2) {
      samples[at++] = view.getInt16(byte, true) / 32_768;
    }
  }
  decoder.drop();
  const peak = samples.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0);
  return { lufs: loudness(samples, decodedRate), peak };
}

/**
 * Opus packets that are at the one loudness, within their peak, once they are decoded, and the samples they were made
 * of. Few bits take away what the ear weighs most, and add peaks: the next round makes up for both.
 */
function evenly(sound: Sound, lead: number | undefined) {
  const levelling: Required<Omit<Levelling, "lead">> & Levelling = {
    target: targetLoudness,
    highest: ceiling,
    ...(lead === undefined ? {} : { lead }),
  };
  for (let round = 1; ; round += 1) {
    const samples = levelled(sound, frame, levelling);
    const packets = toOpus(samples);
    const { lufs, peak } = heard(packets);
    const missing = targetLoudness - lufs;
    const even = Math.abs(missing) < nearEnough && peak <= highestHeard;
    if (even || round === mostRounds) return { samples, packets };
    levelling.target += Math.max(-mostMissing, Math.min(mostMissing, missing));
    if (peak > highestHeard) levelling.highest *= highestHeard / peak;
  }
}

function toMp3(samples: Float32Array): Uint8Array {
  mp3Encoder.configure({ sampleRate: clipRate, channels: 1, bitrate: mp3Bitrate });
  // the encoder answers a view of its own memory, overwritten by the next call
  const body = Uint8Array.from(mp3Encoder.encode([samples]));
  const rest = mp3Encoder.finalize();
  const file = new Uint8Array(body.length + rest.length);
  file.set(body);
  file.set(rest, body.length);
  mp3Frames(file);
  return file;
}

export type EncodingTask = { wav: Uint8Array; lead: number | undefined };

/** Runs in a worker thread: half a minute of speech takes a second, too long for the event loop. */
export default function encodeClip({ wav, lead }: EncodingTask): EncodedClip {
  const sound = readWav(wav);
  if (sound.sampleRate !== clipRate) throw new RangeError(`sound at ${sound.sampleRate} Hz`);
  const { samples, packets } = evenly(sound, lead);
  return {
    opus: packPackets(packets),
    mp3: toMp3(samples),
    durationMs: Math.round((samples.length * 1000) / clipRate),
  };
}
