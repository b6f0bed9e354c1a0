import { spawnSync } from "node:child_process";
import { Decoder } from "@evan/opus";

/** Samples a second of decoded Opus. */
export const heardRate = 48_000;

/** Decodes packets one after the other with one decoder, as a player does. @param rate  samples a second */
export function decoded(
  packets: Iterable<Uint8Array>,
  rate: 24_000 | 48_000 = heardRate,
): Float32Array {
  const decoder = new Decoder({ channels: 1, sample_rate: rate });
  const samples: number[] = [];
  for (const packet of packets) {
    const bytes = Buffer.from(decoder.decode(packet));
    for (let at = 0; at < bytes.length; at += 2) samples.push(bytes.readInt16LE(at) / 32_768);
  }
  return Float32Array.from(samples);
}

/**
 * Ratio of the sharpest corner of the wave within 10 ms of a sample to the sharpest one within 100 ms around it. A click
 * is a corner much sharper than those around it. Corners too small to be heard do not count.
 */
export function clickAt(samples: Float32Array, at: number): number {
  const corner = (from: number, to: number) => {
    let sharpest = 0;
    for (let index = Math.max(1, from); index < Math.min(samples.length - 1, to); index += 1) {
      const [before = 0, here = 0, after = 0] = samples.subarray(index - 1, index + 2);
      sharpest = Math.max(sharpest, Math.abs(before - 2 * here + after));
    }
    return sharpest;
  };
  const near = heardRate / 100;
  const far = heardRate / 10;
  const around = Math.max(corner(at - far, at - near), corner(at + near, at + far));
  return corner(at - near, at + near) / Math.max(around, 0.002);
}

/** Lengths in seconds of the silences inside a sound that last at least `least`, in order. */
export function silences(samples: Float32Array, least: number): number[] {
  const loud = [...samples.keys()].filter((at) => Math.abs(samples[at] ?? 0) > 0.004);
  return Array.from(loud.slice(1), (at, index) => (at - (loud[index] ?? 0)) / heardRate).filter(
    (seconds) => seconds >= least,
  );
}

/** Loudness (LUFS, EBU R128) and true peak (dBTP) of a file as ffmpeg measures them. Null where ffmpeg is not installed. */
export function heardByFfmpeg(file: Uint8Array): { lufs: number; truePeak: number } | null {
  const filter = ["-af", "ebur128=peak=true", "-f", "null", "-"];
  const run = spawnSync("ffmpeg", ["-hide_banner", "-nostats", "-i", "pipe:0", ...filter], {
    input: file,
  });
  if (run.error !== undefined) return null;
  const summary = run.stderr.toString().split("Summary:").at(-1) ?? "";
  const figure = (pattern: RegExp) => Number(pattern.exec(summary)?.[1]);
  return { lufs: figure(/I:\s+(-?[\d.]+) LUFS/u), truePeak: figure(/Peak:\s+(-?[\d.]+) dBFS/u) };
}
