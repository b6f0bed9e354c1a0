import loadEspeak from "@echogarden/espeak-ng-emscripten";
import { sampleRate, type Speaking } from "./engine.ts";
import { resample } from "./resample.ts";
import { wav } from "./wav.ts";

const WORDS_PER_MINUTE = 170;
const { eSpeakNGWorker } = await loadEspeak();
const espeak = new eSpeakNGWorker();

/** @returns a WAV file */
export default function speak({ text, voice }: Speaking): Promise<Uint8Array> {
  if (espeak.set_voice(voice.name) !== 0) throw new Error(`espeak-ng has no voice ${voice.name}`);
  espeak.set_rate(Math.round(WORDS_PER_MINUTE * voice.pace));
  espeak.set_pitch(voice.pitch);
  espeak.set_range(voice.range);
  const own = espeak.get_samplerate();
  return wav(resample(sound(text), own, sampleRate), sampleRate);
}

function sound(text: string): Float32Array {
  const pieces: Float32Array[] = [];
  espeak.synthesize(pronounceable(text), (piece) => {
    if (piece) pieces.push(Float32Array.from(piece, (sample) => sample / 32768));
    return false;
  });
  return joined(pieces);
}

/** Replaces characters that espeak-ng reads as SSML or cannot pronounce. */
function pronounceable(text: string): string {
  return text
    .replace(/[<>]/g, " ")
    .replace(/&/g, " & ")
    .replace(/[’‘]/g, "'")
    .replace(/[«»“”]/g, '"')
    .replace(/[\u00a0\u202f]/g, " ");
}

function joined(pieces: Float32Array[]): Float32Array {
  const all = new Float32Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    all.set(piece, offset);
    offset += piece.length;
  }
  return all;
}
