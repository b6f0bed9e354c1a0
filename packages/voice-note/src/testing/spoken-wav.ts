/** Below this pitch, in hertz, all partials peak together, as in a creaking voice: hardest for a limiter and a codec. */
const creak = 90;

/** A WAV file with a signal like speech: a buzz in syllables, for tests. @param pitch  in hertz */
export function spokenWav(seconds: number, sampleRate = 24_000, pitch = 130): Buffer {
  const samples = Math.round(seconds * sampleRate);
  const file = Buffer.alloc(44 + samples * 2);
  file.write("RIFF");
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1) {
    const t = at / sampleRate;
    let value = 0;
    for (let partial = 1; partial < 10; partial += 1) {
      const phase = pitch < creak ? Math.PI / 2 : 0;
      value += Math.sin(2 * Math.PI * pitch * partial * t + phase) / partial;
    }
    file.writeInt16LE(Math.round(5_000 * value * Math.abs(Math.sin(9 * t))), 44 + at * 2);
  }
  return file;
}
