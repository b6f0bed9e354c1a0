/** Mono sound. */
export type Sound = { sampleRate: number; samples: Int16Array };

/**
 * The samples of a WAV file (RIFF): 16-bit PCM, mono. A streamed file may have no valid length of its `data` chunk: the
 * chunk then ends with the file.
 *
 * @throws RangeError  when the file has another format
 */
export function readWav(file: Uint8Array): Sound {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const tag = (at: number) =>
    at + 4 <= file.length ? String.fromCharCode(...file.subarray(at, at + 4)) : "";
  if (tag(0) !== "RIFF" || tag(8) !== "WAVE") throw new RangeError("not a WAV file");
  let sampleRate = 0;
  for (let at = 12; at + 8 <= file.length;) {
    const name = tag(at);
    const length = view.getUint32(at + 4, true);
    const start = at + 8;
    if (name === "fmt ") {
      const [format, channels, bits] = [start, start + 2, start + 14].map((position) =>
        view.getUint16(position, true),
      );
      if (format !== 1 || channels !== 1 || bits !== 16) {
        throw new RangeError("not 16-bit mono PCM");
      }
      sampleRate = view.getUint32(start + 4, true);
    }
    if (name === "data") {
      if (sampleRate === 0) throw new RangeError("a WAV file with samples before their format");
      const bytes = Math.min(length, file.length - start) & ~1;
      // a copy: Int16Array needs an even offset, and the file may begin at an odd offset of its buffer
      const copy = new Uint8Array(file.subarray(start, start + bytes));
      return { sampleRate, samples: new Int16Array(copy.buffer, 0, bytes / 2) };
    }
    at = start + length + (length % 2);
  }
  throw new RangeError("a WAV file without samples");
}
