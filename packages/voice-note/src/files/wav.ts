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

const headerBytes = 44;

export function writeWav({ sampleRate, samples }: Sound): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(headerBytes + samples.byteLength);
  file.write("RIFF");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples.byteLength, 40);
  file.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), headerBytes);
  return file;
}

/**
 * WAV files one after the other as one file.
 *
 * @param pause  seconds of silence between two files
 * @throws RangeError  when a file is not 16-bit mono PCM, or their sample rates differ
 */
export function joinWav(files: readonly Uint8Array[], pause: number): Uint8Array {
  const sounds = files.map(readWav);
  const sampleRate = sounds[0]?.sampleRate ?? 0;
  if (sounds.some((sound) => sound.sampleRate !== sampleRate)) {
    throw new RangeError("WAV files of different sample rates");
  }
  const silence = Math.round(pause * sampleRate);
  const spoken = sounds.reduce((sum, { samples }) => sum + samples.length, 0);
  const joined = new Int16Array(spoken + silence * (sounds.length - 1));
  let at = 0;
  for (const { samples } of sounds) {
    joined.set(samples, at);
    at += samples.length + silence;
  }
  return writeWav({ sampleRate, samples: joined });
}
