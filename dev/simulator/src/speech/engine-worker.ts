import loadEspeak from "@echogarden/espeak-ng-emscripten";
import { AudioSample, AudioSampleSource, BufferTarget, Output, WavOutputFormat } from "mediabunny";
import { sampleRate, type Speaking } from "./engine.ts";

const WORDS_PER_MINUTE = 170;
const { eSpeakNGWorker } = await loadEspeak();
const espeak = new eSpeakNGWorker();

/** @returns a WAV file, 16 bits, mono */
export default async function speak({ text, voice }: Speaking): Promise<Uint8Array> {
  if (espeak.set_voice(voice.name) !== 0) throw new Error(`espeak-ng has no voice ${voice.name}`);
  espeak.set_rate(Math.round(WORDS_PER_MINUTE * voice.pace));
  espeak.set_pitch(voice.pitch);
  espeak.set_range(voice.range);
  const target = new BufferTarget();
  const output = new Output({ format: new WavOutputFormat(), target });
  const track = new AudioSampleSource({ codec: "pcm-s16", transform: { sampleRate } });
  output.addAudioTrack(track);
  await output.start();
  for (const sound of spoken(text)) {
    await track.add(sound);
    sound.close();
  }
  await output.finalize();
  if (!target.buffer) throw new Error("The writer produced nothing.");
  return new Uint8Array(target.buffer);
}

function spoken(text: string): AudioSample[] {
  const rate = espeak.get_samplerate();
  const sounds: AudioSample[] = [];
  let frames = 0;
  espeak.synthesize(pronounceable(text), (sound) => {
    if (!sound?.length) return false;
    const timestamp = frames / rate;
    frames += sound.length;
    // a copy: the engine uses its memory again
    const data = sound.slice();
    const format = { format: "s16", numberOfChannels: 1, sampleRate: rate } as const;
    sounds.push(new AudioSample({ ...format, data, timestamp }));
    return false;
  });
  return sounds;
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
