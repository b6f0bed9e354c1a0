import { oggOpus } from "../speech/encode.ts";

/** A sine wave. */
export function tone(
  seconds: number,
  sampleRate: number,
  amplitude = 0.3,
  hertz = 220,
): Float32Array {
  const step = (2 * Math.PI * hertz) / sampleRate;
  return Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, index) => amplitude * Math.sin(index * step),
  );
}

/** A voice note of this length. */
export async function voiceNote(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await oggOpus(tone(seconds, 48_000)));
}
