import { clipRate } from "./clip.ts";
import { writeWav } from "./files/wav.ts";

/** Short sounds of our own: one opens a voice note, one opens each chapter. */
export type SoundMark = "opening" | "chapter";

/** Notes of a bell: their pitches in hertz, and the seconds between the beginnings of two notes. */
type Score = { seconds: number; decay: number; apart: number; pitches: readonly number[] };

const scores: Record<SoundMark, Score> = {
  // G4, C5, E5: a chord that rises
  opening: { seconds: 1.2, decay: 4, apart: 0.17, pitches: [392, 523.25, 659.26] },
  chapter: { seconds: 0.4, decay: 9, apart: 0.1, pitches: [523.25, 659.26] },
};

/** Loudness of the partials of a bell, from the first to the third octave. */
const partials = [1, 0.35, 0.12];
const attack = 0.006;
const release = 0.04;

const bell = (pitch: number, decay: number, t: number): number => {
  if (t < 0) return 0;
  const level = Math.min(1, t / attack) * Math.exp(-decay * t);
  return partials.reduce(
    (sum, part, index) => sum + part * Math.sin(2 * Math.PI * pitch * 2 ** index * t) * level,
    0,
  );
};

/** A sound mark as a WAV file: 16-bit mono PCM at 24 kHz, to be encoded like a spoken one. */
export function markWav(mark: SoundMark): Uint8Array {
  const { seconds, decay, apart, pitches } = scores[mark];
  const samples = Int16Array.from({ length: Math.round(seconds * clipRate) }, (_, index) => {
    const t = index / clipRate;
    const end = Math.min(1, (seconds - t) / release);
    const sound = pitches.reduce((sum, pitch, at) => sum + bell(pitch, decay, t - at * apart), 0);
    return 8_000 * end * sound;
  });
  return writeWav({ sampleRate: clipRate, samples });
}
