/**
 * Prints duration, loudness and true peak of WAV files (16-bit, mono) and Ogg Opus files, or of the clips that are made
 * of test signals: `npm run evaluate -w packages/voice-note -- note.ogg`.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { encodeClip } from "../src/encode-clip.ts";
import { unpackPackets } from "../src/files/packets.ts";
import { readWav, type Sound } from "../src/files/wav.ts";
import { targetLoudness } from "../src/level/level.ts";
import { loudness } from "../src/level/loudness.ts";
import { truePeaks } from "../src/level/true-peak.ts";
import { decoded, heardRate } from "../src/testing/listener.ts";
import { oggPages } from "../src/testing/ogg-pages.ts";
import { spokenWav } from "../src/testing/spoken-wav.ts";

type Samples = { samples: Float32Array; sampleRate: number };

const fromWav = ({ samples, sampleRate }: Sound): Samples => ({
  samples: new Float32Array(samples).map((value) => value / 32_768),
  sampleRate,
});

function fromOgg(file: Uint8Array): Samples {
  const [head, , ...sound] = oggPages(file);
  const identification = head?.packets[0];
  if (identification === undefined) throw new RangeError("an Ogg file without packets");
  const view = new DataView(identification.buffer, identification.byteOffset);
  const samples = decoded(sound.flatMap(({ packets }) => packets));
  return { samples: samples.subarray(view.getUint16(10, true)), sampleRate: heardRate };
}

const read = (file: Uint8Array): Samples =>
  Buffer.from(file.subarray(0, 4)).toString() === "OggS" ? fromOgg(file) : fromWav(readWav(file));

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function printFigures(name: string, { samples, sampleRate }: Samples): void {
  const [peak = 0] = truePeaks(samples, Math.max(1, samples.length));
  const figures = [
    `${(samples.length / sampleRate).toFixed(2)} s`,
    `${loudness(samples, sampleRate).toFixed(1)} LUFS`,
    `${(20 * Math.log10(peak)).toFixed(1)} dBTP`,
  ];
  print(`${name.padEnd(34)}${figures.map((figure) => figure.padStart(14)).join("")}`);
}

/** Pitches in hertz: usual voices, and two deep ones, which are the hardest for a limiter and for Opus. */
const pitches = [240, 180, 130, 95, 82, 78];

/** npm changes to the folder of the package; files are relative to the folder of the caller. */
const callerFolder = process.env["INIT_CWD"] ?? ".";

const files = process.argv.slice(2);
for (const file of files) printFigures(file, read(readFileSync(resolve(callerFolder, file))));
if (files.length === 0) {
  print(`Target of a clip: ${targetLoudness} LUFS, true peak below -1 dBTP\n`);
  for (const pitch of pitches) {
    const wav = spokenWav(5, undefined, pitch);
    printFigures(`test signal of ${pitch} Hz`, read(wav));
    const { opus } = encodeClip(wav);
    const samples = decoded(unpackPackets(opus));
    printFigures("  its clip, decoded from Opus", { samples, sampleRate: heardRate });
  }
}
