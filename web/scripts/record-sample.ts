/**
 * Records the sample edition of the landing page again, in both languages and voices:
 * `npm run record-sample -w web` beside a running simulator (TTS_ENDPOINT), with ffmpeg installed.
 * Each sentence is recorded separately, so that the text can follow the voice.
 */
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const endpoint = process.env["TTS_ENDPOINT"] ?? "http://127.0.0.1:8025";
const encoder = process.env["FFMPEG"] ?? "ffmpeg";
const sampleRate = 24_000;
const pauseMs = 450;
/** Loudness by EBU R 128, for speech on phones; the highest peak that encoding keeps below full scale. */
const targetLufs = -16;
const highestPeak = 0.84;
const levelRounds = 5;
const bars = 96;
const wavHeaderBytes = 44;
const speakers = {
  fr: { female: "fr-FR-Chirp3-HD-Kore", male: "fr-FR-Chirp3-HD-Charon" },
  en: { female: "en-GB-Chirp3-HD-Kore", male: "en-GB-Chirp3-HD-Charon" },
} as const;

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** @returns 16-bit mono samples */
async function speak(text: string, voice: string): Promise<Buffer> {
  const response = await fetch(`${endpoint}/v1/text:synthesize`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      input: { text },
      voice: { languageCode: voice.slice(0, 5), name: voice },
      audioConfig: { audioEncoding: "LINEAR16", sampleRateHertz: sampleRate },
    }),
  });
  if (!response.ok) throw new Error(`${response.status} for ${voice}: ${await response.text()}`);
  const { audioContent } = (await response.json()) as { audioContent: string };
  return Buffer.from(audioContent, "base64").subarray(wavHeaderBytes);
}

const msOf = (samples: Buffer): number => Math.round((samples.byteLength / 2 / sampleRate) * 1000);

/** Loudness of equal slices, 0 to 100. */
function peaksOf(samples: Buffer): number[] {
  const slice = Math.floor(samples.byteLength / 2 / bars);
  const loudness = Array.from({ length: bars }, (_, bar) => {
    let sum = 0;
    for (let index = bar * slice; index < (bar + 1) * slice; index += 1) {
      sum += (samples.readInt16LE(index * 2) / 32_768) ** 2;
    }
    return Math.sqrt(sum / slice);
  });
  const loudest = Math.max(...loudness);
  return loudness.map((value) => Math.round((value / loudest) * 100));
}

/** Runs ffmpeg over samples. @returns its log */
function ffmpeg(samples: Buffer, args: readonly string[]): Promise<string> {
  const from = ["-f", "s16le", "-ar", String(sampleRate), "-ac", "1", "-i", "pipe:0"];
  return new Promise((resolve, reject) => {
    const child = spawn(encoder, ["-y", "-hide_banner", "-nostats", ...from, ...args]);
    let log = "";
    child.stderr.on("data", (piece: Buffer) => {
      log += piece.toString();
    });
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve(log) : reject(new Error(`ffmpeg exited with code ${code}: ${log}`)),
    );
    child.stdin.end(samples);
  });
}

const leveled = (gain: number): string =>
  `volume=${gain.toFixed(2)}dB,alimiter=limit=${highestPeak}:level=disabled`;

/** Integrated loudness (ITU-R BS.1770) after a gain, in LUFS. */
async function loudnessOf(samples: Buffer, gain: number): Promise<number> {
  const log = await ffmpeg(samples, ["-af", `${leveled(gain)},ebur128`, "-f", "null", "-"]);
  const measured = [...log.matchAll(/I:\s+(-[\d.]+) LUFS/g)].at(-1)?.[1];
  if (measured === undefined) throw new Error(`ffmpeg measured no loudness: ${log}`);
  return Number(measured);
}

/** Encodes at the loudness of the editions that subscribers receive. */
async function toMp3(samples: Buffer, path: string): Promise<void> {
  let gain = 0;
  // The limiter lowers the loudness a little; the next round compensates for it.
  for (let round = 0; round < levelRounds; round += 1) {
    gain += targetLufs - (await loudnessOf(samples, gain));
  }
  const to = ["-codec:a", "libmp3lame", "-b:a", "24k", "-ar", "22050", "-map_metadata", "-1"];
  await ffmpeg(samples, ["-af", leveled(gain), ...to, path]);
}

async function record(lines: string[], voice: string, path: string) {
  const pause = Buffer.alloc(Math.round((pauseMs / 1000) * sampleRate) * 2);
  const pieces: Buffer[] = [];
  const starts: number[] = [];
  for (const line of lines) {
    starts.push(msOf(Buffer.concat(pieces)));
    pieces.push(await speak(line, voice), pause);
  }
  const samples = Buffer.concat(pieces);
  await toMp3(samples, path);
  return { durationMs: msOf(samples), starts, peaks: peaksOf(samples) };
}

const recordings: Record<string, Record<string, unknown>> = {};
for (const [language, voices] of Object.entries(speakers)) {
  const texts = JSON.parse(
    await readFile(file(`src/i18n/languages/${language}/landing.json`), "utf8"),
  );
  const lines: string[] = Object.values(texts.sample.lines);
  recordings[language] = {};
  for (const [gender, voice] of Object.entries(voices)) {
    const path = file(`public/sample/${language}-${gender}.mp3`);
    recordings[language][gender] = await record(lines, voice, path);
  }
}
await writeFile(
  file("src/features/landing/sample-recordings.json"),
  `${JSON.stringify(recordings)}\n`,
);
