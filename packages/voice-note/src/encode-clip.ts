import { Decoder, Encoder } from "@evan/opus/wasm/index.mjs";
import { createMp3Encoder } from "wasm-media-encoders";
import { clipRate, type EncodedClip } from "./clip.ts";
import { levelled, targetLoudness, type Levelling } from "./level/level.ts";
import { loudness } from "./level/loudness.ts";
import { mp3Frames } from "./files/mp3.ts";
import { packetMs } from "./files/ogg-opus.ts";
import { packPackets } from "./files/packets.ts";
import { truePeaks } from "./level/true-peak.ts";
import { readWav, type Sound } from "./files/wav.ts";

const frame = (clipRate * packetMs) / 1000;
/** Three minutes, the shortest plan's voice note, then fit one part of 512 kB with room to spare. */
const opusBitrate = 20_000;
const mp3Bitrate = 64;
/** LAME takes this much off every sample of its own accord, to leave room for what it adds. */
const lameScale = 0.95;
/** The rate for which BS.1770 gives its filters. */
const decodedRate = 48_000;
/** Loudness differences below audibility, and the largest correction of one round, in loudness units. */
const nearEnough = 0.3;
const mostMissing = 1.5;
const mostRounds = 6;
/** How much further than needed a round goes where a wave leapt. */
const gentler = 0.94;
/** −2.4 dBTP as libopus decodes it: other decoders differ by a decibel, and none may pass −1. */
const highestHeard = 10 ** (-2.4 / 20);
/** Decoded at half the volume, so that what would be cut off is measured. */
const headroom = { request: 4034, level: -6 * 256, factor: 10 ** (6 / 20) };

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

/** What a listener's decoder makes of the packets: its loudness in LUFS, and how high each of them reaches. */
function heard(packets: readonly Uint8Array[]): { lufs: number; peaks: number[] } {
  const decoder = new Decoder({ channels: 1, sample_rate: decodedRate });
  decoder.ctl(headroom.request, headroom.level);
  const packetSamples = (decodedRate * packetMs) / 1000;
  const samples = new Float32Array(packets.length * packetSamples);
  let at = 0;
  for (const packet of packets) {
    const bytes = decoder.decode(packet);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let byte = 0; byte < bytes.length; byte += 2) {
      samples[at++] = (view.getInt16(byte, true) / 32_768) * headroom.factor;
    }
  }
  decoder.drop();
  return {
    lufs: loudness(samples, decodedRate),
    peaks: truePeaks(samples, packetSamples, highestHeard),
  };
}

/** The samples, each frame as loud as its factor says, and no step between two frames. */
function eased(samples: Float32Array, factors: Float32Array): Float32Array {
  const edge = (index: number) => Math.min(factors[index - 1] ?? 1, factors[index] ?? 1);
  return samples.map((value, at) => {
    const index = Math.floor(at / frame);
    const share = at / frame - index;
    return value * (edge(index) * (1 - share) + edge(index + 1) * share);
  });
}

/**
 * Opus packets that are at the one loudness, within their peak, once they are decoded. Few bits take away what the ear
 * weighs most, and now and then make a wave of a deep voice leap by half: the next round makes up for the one, and goes
 * gently where the other was. The best round counts when none is perfect.
 */
function toEvenOpus(sound: Sound, lead: Levelling): Uint8Array[] {
  let [target, begin] = [targetLoudness, 1];
  let best = { packets: [] as Uint8Array[], fault: Number.POSITIVE_INFINITY };
  let factors: Float32Array | null = null;
  for (let round = 1; round <= mostRounds; round += 1) {
    const { samples, gain } = levelled(sound, frame, { ...lead, target, begin });
    begin = gain;
    const gentle = (factors ??= new Float32Array(samples.length / frame).fill(1));
    const packets = toOpus(eased(samples, gentle));
    const { lufs, peaks } = heard(packets);
    const missing = targetLoudness - lufs;
    const excess = Math.max(0, 20 * Math.log10(Math.max(...peaks) / highestHeard));
    const off = Math.abs(missing) < nearEnough ? 0 : Math.abs(missing);
    // a leap is heard as a click, half a loudness unit is not heard at all
    const fault = 4 * excess + off;
    if (fault < best.fault) best = { packets, fault };
    if (fault === 0) break;
    target += Math.max(-mostMissing, Math.min(mostMissing, missing));
    for (const [index, peak] of peaks.entries()) {
      if (peak <= highestHeard) continue;
      // what is decoded in a packet's time began in the one before
      for (const each of [index - 1, index]) {
        gentle[each] = (gentle[each] ?? 1) * (highestHeard / peak) * gentler;
      }
    }
  }
  return best.packets;
}

function toMp3(samples: Float32Array): Uint8Array {
  mp3Encoder.configure({ sampleRate: clipRate, channels: 1, bitrate: mp3Bitrate });
  // the encoder answers a view of its own memory, overwritten by the next call
  const body = Uint8Array.from(mp3Encoder.encode([samples.map((value) => value / lameScale)]));
  const rest = mp3Encoder.finalize();
  const file = new Uint8Array(body.length + rest.length);
  file.set(body);
  file.set(rest, body.length);
  mp3Frames(file);
  return file;
}

export type EncodingTask = { wav: Uint8Array; lead: number | undefined };

/** Runs in a process of its own: half a minute of speech takes a second, too long for the event loop. */
export function encodeClip({ wav, lead }: EncodingTask): EncodedClip {
  const sound = readWav(wav);
  if (sound.sampleRate !== clipRate) throw new RangeError(`sound at ${sound.sampleRate} Hz`);
  const silence = lead === undefined ? {} : { lead };
  const packets = toEvenOpus(sound, silence);
  // MP3 keeps what it is given, so it is given what is even already
  const { samples } = levelled(sound, frame, silence);
  return {
    opus: packPackets(packets),
    mp3: toMp3(samples),
    durationMs: Math.round((samples.length * 1000) / clipRate),
  };
}
