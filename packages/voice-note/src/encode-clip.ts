import { Decoder, Encoder } from "@evan/opus";
import { createMp3Encoder } from "wasm-media-encoders";
import { clipRate, mp3Bitrate, opusBitrate, type EncodedClip } from "./clip.ts";
import { levelled, targetLoudness, type Levelled } from "./level/level.ts";
import { loudness } from "./level/loudness.ts";
import { packetMs } from "./files/ogg-opus.ts";
import { packPackets } from "./files/packets.ts";
import { truePeaks } from "./level/true-peak.ts";
import { readWav } from "./files/wav.ts";

const frame = (clipRate * packetMs) / 1000;
/** LAME scales every sample by this factor, to leave headroom for what it adds. */
const lameScale = 0.95;
/** The sample rate for which BS.1770 gives its filters. */
const decodedRate = 48_000;
/** A smaller difference from the target is not heard, in LU. */
const toleranceLu = 0.3;
/** Largest correction of the gain in one round, in LU. */
const maxCorrectionLu = 1.5;
const maxRounds = 6;
/**
 * Loudness that speech usually loses in Opus, in LU. The first round adds it, so that most clips need no second one. The loss
 * of `smallOpus` comes on top of that of `opus`, because it is encoded from the sound that `opus` has corrected. Measured as
 * the mean over clips of the voices that `make up` speaks with.
 */
const usualLossLu = { opus: 0.65, smallOpus: 0.4 };
/** Factor by which the gain is reduced further where a peak passed the limit. */
const peakMargin = 0.89;
/** −2.4 dBTP as an amplitude, as libopus decodes it: other decoders differ by up to a decibel, and none may pass −1. */
const maxPeakAmplitude = 10 ** (-2.4 / 20);
/** Decodes at half the volume, so that peaks above full scale are measured instead of clipped. */
const decoderGainDb = -6;
const undoDecoderGain = 10 ** (-decoderGainDb / 20);

const mp3Encoder = await createMp3Encoder();

function toOpus(samples: Float32Array, bitrate: number): Uint8Array[] {
  // a new encoder for each clip: its first packet must not depend on the last one of another clip
  const encoder = new Encoder({ channels: 1, sample_rate: clipRate, application: "audio" });
  encoder.bitrate = bitrate;
  encoder.vbr = true;
  encoder.vbr_constraint = true;
  encoder.complexity = 3;
  encoder.signal = "voice";
  const pcm = new Int16Array(samples.map((value) => Math.round(value * 32_767)));
  const packets: Uint8Array[] = [];
  for (let at = 0; at < pcm.length; at += frame) {
    packets.push(encoder.encode(pcm.subarray(at, at + frame)));
  }
  return packets;
}

/** Decodes the packets as a player does: loudness in LUFS, and the true peak of each packet. */
function heard(packets: readonly Uint8Array[]): { lufs: number; peaks: number[] } {
  const decoder = new Decoder({ channels: 1, sample_rate: decodedRate });
  decoder.gain = decoderGainDb * 256; // in 1/256 dB
  const packetSamples = (decodedRate * packetMs) / 1000;
  const samples = new Float32Array(packets.length * packetSamples);
  let at = 0;
  for (const packet of packets) {
    const bytes = decoder.decode(packet);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let byte = 0; byte < bytes.length; byte += 2) {
      samples[at++] = (view.getInt16(byte, true) / 32_768) * undoDecoderGain;
    }
  }
  return {
    lufs: loudness(samples, decodedRate),
    peaks: truePeaks(samples, packetSamples, maxPeakAmplitude),
  };
}

/** Multiplies each frame by its factor, with a linear transition between two frames. */
function eased(samples: Float32Array, factors: Float32Array): Float32Array {
  if (factors.every((factor) => factor === 1)) return samples;
  const edge = (index: number) => Math.min(factors[index - 1] ?? 1, factors[index] ?? 1);
  return samples.map((value, at) => {
    const index = Math.floor(at / frame);
    const share = at / frame - index;
    return value * (edge(index) * (1 - share) + edge(index + 1) * share);
  });
}

/**
 * Opus packets that have the target loudness and no peak above the limit once they are decoded. At a low bit rate Opus
 * loses loudness, and sometimes raises a peak of a deep voice by half. Each round decodes the result, corrects the gain
 * and reduces it further around such peaks. When no round is perfect, the best one is used.
 *
 * @returns the packets, and the sound as it was corrected: a better start for a lower bit rate
 */
function toLevelledOpus(level: Levelled, form: keyof typeof opusBitrate) {
  const factors = new Float32Array(level.samples.length / frame).fill(1);
  let { samples, gain } = level.louder(level.gain, usualLossLu[form]);
  let best = { packets: [] as Uint8Array[], fault: Number.POSITIVE_INFINITY };
  for (let round = 1; round <= maxRounds; round += 1) {
    const packets = toOpus(eased(samples, factors), opusBitrate[form]);
    const { lufs, peaks } = heard(packets);
    const missing = targetLoudness - lufs;
    const excess = Math.max(0, 20 * Math.log10(Math.max(...peaks) / maxPeakAmplitude));
    const off = Math.abs(missing) < toleranceLu ? 0 : Math.abs(missing);
    // a peak is heard as a click, a difference of half a loudness unit is not heard
    const fault = 4 * excess + off;
    if (fault < best.fault) best = { packets, fault };
    if (fault === 0) break;
    if (off > 0) {
      const change = Math.max(-maxCorrectionLu, Math.min(maxCorrectionLu, missing));
      ({ samples, gain } = level.louder(gain, change));
    }
    for (const [index, peak] of peaks.entries()) {
      if (peak <= maxPeakAmplitude) continue;
      // the sound of a packet also depends on the packet before
      for (const each of [index - 1, index]) {
        factors[each] = (factors[each] ?? 1) * (maxPeakAmplitude / peak) * peakMargin;
      }
    }
  }
  return { packets: best.packets, corrected: { ...level, samples, gain } };
}

function toMp3(samples: Float32Array): Uint8Array {
  mp3Encoder.configure({ sampleRate: clipRate, channels: 1, bitrate: mp3Bitrate });
  // the encoder returns a view of its own memory, which the next call overwrites
  const body = Buffer.from(mp3Encoder.encode([samples.map((value) => value / lameScale)]));
  return Buffer.concat([body, mp3Encoder.finalize()]);
}

/**
 * Encodes a spoken WAV file at 24 kHz as a clip. Half a minute of speech takes a second, too long for the event loop of a
 * service: call it in a work process.
 *
 * @throws RangeError  when the file is no such WAV file, or is only silence
 */
export function encodeClip(wav: Uint8Array): EncodedClip {
  const sound = readWav(wav);
  if (sound.sampleRate !== clipRate)
    throw new RangeError(`WAV file at ${sound.sampleRate} Hz, not ${clipRate} Hz`);
  // MP3 at 64 kbit/s keeps the loudness of its input, so one round is enough
  const level = levelled(sound, frame);
  const opus = toLevelledOpus(level, "opus");
  const smallOpus = toLevelledOpus(opus.corrected, "smallOpus");
  return {
    opus: packPackets(opus.packets),
    smallOpus: packPackets(smallOpus.packets),
    mp3: toMp3(level.samples),
    durationMs: Math.round((level.samples.length * 1000) / clipRate),
  };
}
