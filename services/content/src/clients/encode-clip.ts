import { Encoder } from "@evan/opus/wasm/index.mjs";
import { createMp3Encoder } from "wasm-media-encoders";
import { clipRate, type EncodedClip } from "../domain/sound/encoded.ts";
import { levelled } from "../domain/sound/level.ts";
import { mp3Frames } from "../domain/sound/mp3.ts";
import { packetMs } from "../domain/sound/ogg-opus.ts";
import { packPackets } from "../domain/sound/packets.ts";
import { readWav } from "../domain/sound/wav.ts";

const frame = (clipRate * packetMs) / 1000;
/** Three minutes, the shortest plan's voice note, then fit one part of 512 kB with room to spare. */
const opusBitrate = 20_000;
const mp3Bitrate = 48;

const mp3Encoder = await createMp3Encoder();

/** opus_defines.h */
const settings = {
  bitrate: [4002, opusBitrate],
  variableRate: [4006, 1],
  complexity: [4010, 3],
  constrainedVariableRate: [4020, 1],
  voice: [4024, 3001],
} as const;

function toOpus(samples: Float32Array): Uint8Array {
  // a fresh encoder for each clip: its first packet must not lean on another clip's last one
  const encoder = new Encoder({ channels: 1, sample_rate: clipRate, application: "voip" });
  for (const [request, value] of Object.values(settings)) encoder.ctl(request, value);
  const pcm = new Int16Array(samples.map((value) => Math.round(value * 32_767)));
  const packets: Uint8Array[] = [];
  for (let at = 0; at < pcm.length; at += frame) {
    packets.push(encoder.encode(pcm.subarray(at, at + frame)));
  }
  encoder.drop();
  return packPackets(packets);
}

function toMp3(samples: Float32Array): Uint8Array {
  mp3Encoder.configure({ sampleRate: clipRate, channels: 1, bitrate: mp3Bitrate });
  // the encoder answers a view of its own memory, overwritten by the next call
  const body = Uint8Array.from(mp3Encoder.encode([samples]));
  const rest = mp3Encoder.finalize();
  const file = new Uint8Array(body.length + rest.length);
  file.set(body);
  file.set(rest, body.length);
  mp3Frames(file);
  return file;
}

export type EncodingTask = { wav: Uint8Array; lead: number | undefined };

/** Runs in a worker thread: half a minute of speech takes a quarter of a second, too long for the event loop. */
export default function encodeClip({ wav, lead }: EncodingTask): EncodedClip {
  const sound = readWav(wav);
  if (sound.sampleRate !== clipRate) throw new RangeError(`sound at ${sound.sampleRate} Hz`);
  const samples = levelled(sound, frame, lead);
  return {
    opus: toOpus(samples),
    mp3: toMp3(samples),
    durationMs: Math.round((samples.length * 1000) / clipRate),
  };
}
