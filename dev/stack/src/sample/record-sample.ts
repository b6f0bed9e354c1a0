/**
 * Records the sample edition of the landing page, in both languages and voices: `npm run record-sample -w web`. It is
 * composed as every edition is, from sample stories, with the voices of the simulator; the credentials of
 * SPEECH_PROVIDER select that provider, TTS_ENDPOINT another server.
 */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { languages, planById, type Language, type Voice } from "@matinale/contracts";
import { startTemporaryDevServices } from "@matinale/dev-services";
import { createLogger } from "@matinale/kit";
import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import { extractiveSummariser } from "@matinale/newsroom/summary";
import { clipRate, type EncodedClip } from "@matinale/voice-note";
import { decoded, oggPages, unpackPackets } from "@matinale/voice-note/testing";
import { createMp3Encoder } from "wasm-media-encoders";
import { audioAssembler } from "../../../../services/content/src/application/assemble-audio.ts";
import { DigestComposer } from "../../../../services/content/src/application/compose-digest.ts";
import { resilientSpeech } from "../../../../services/content/src/application/resilient-speech.ts";
import { ClipSynthesiser } from "../../../../services/content/src/application/synthesise-clip.ts";
import { ScriptWriter } from "../../../../services/content/src/application/write-script.ts";
import { createClipEncoder } from "../../../../services/content/src/clients/clip-encoder.ts";
import { speechProviderOf } from "../../../../services/content/src/clients/speech-provider.ts";
import { schema } from "../../../../services/content/src/config.ts";
import { previewOrder } from "../../../../services/content/src/domain/digest/preview-order.ts";
import type { ClipEncoder, Speech } from "../../../../services/content/src/domain/speech.ts";
import { ClipStore } from "../../../../services/content/src/store/clips.ts";
import { MediaStore } from "../../../../services/content/src/store/media.ts";
import { ScriptStore } from "../../../../services/content/src/store/scripts.ts";
import { StoryStore } from "../../../../services/content/src/store/stories.ts";
import { readConfig } from "../../../simulator/src/config.ts";
import { startSimulator } from "../../../simulator/src/simulator.ts";
import { voicesOf } from "../environment.ts";
import { outlets, sampleStories } from "./sample-stories.ts";

/** A Monday at half past eight, where the listener is; the next edition is tomorrow's. */
const listeners = {
  fr: { country: "fr", timezone: "Europe/Paris", now: new Date("2026-11-23T07:30:00Z") },
  en: { country: "gb", timezone: "Europe/London", now: new Date("2026-11-23T08:30:00Z") },
} as const;

const dates = { localDate: "2026-11-23", nextEdition: "2026-11-24T08:30" };
const hourMs = 3_600_000;
const maxSeconds = 180;
const speechMs = 300_000;
/** In kbit/s: enough for a voice, and quick to load. */
const bitrate = 24;
/** LAME scales every sample by this factor. */
const lameScale = 0.95;

const categories = [...new Set(sampleStories.map(({ category }) => category))];

const unlimited = { take: () => Promise.resolve(true), reconcile: () => Promise.resolve() };
const web = (path: string) => fileURLToPath(new URL(`../../../../web/${path}`, import.meta.url));

/** The stories as documents of content's collection. */
const documents = () =>
  sampleStories.map(({ id, category, by, article }, place) => {
    const publishedAt = new Date(listeners.fr.now.getTime() - (place + 1) * hourMs);
    return {
      _id: id,
      category,
      countries: ["fr", "gb"],
      sources: languages.flatMap((language) =>
        by.map((outlet) => ({
          itemId: `${id}-${language}-${outlet}`,
          language,
          outlet: outlets[language][outlet],
          url: `https://news.example/${id}/${outlet}`,
          ...article[language],
          publishedAt,
          terms: "licensed",
        })),
      ),
      firstSeen: { fr: publishedAt, en: publishedAt },
      lastSeenAt: publishedAt,
      expiresAt: new Date(Date.now() + 24 * hourMs),
    };
  });

type Clip = { text: string; opus: EncodedClip["opus"] };

/** Speech and encoder that also keep the text of every clip. */
function keepingClips(speech: Speech, encoder: ClipEncoder) {
  const texts = new Map<Uint8Array, string>();
  const clips: Clip[] = [];
  const speaking: Speech = {
    ...speech,
    speak: async (text, ...rest) => {
      const wav = await speech.speak(text, ...rest);
      texts.set(wav, text);
      return wav;
    },
  };
  const encoding: ClipEncoder = {
    encode: async (wav) => {
      const clip = await encoder.encode(wav);
      clips.push({ text: texts.get(wav) ?? "", opus: clip.opus });
      return clip;
    },
  };
  return { speaking, encoding, clips };
}

/** Milliseconds of one Opus packet. */
const packetMs = 20;

/**
 * When the words of a clip begin in a voice note, which holds the packets of its clips unchanged. The silence at both
 * ends of a clip may be cut, so the middle of the clip is searched.
 *
 * @param packets  Opus packets of the voice note
 * @param clip     packed Opus packets
 * @returns milliseconds; null when the voice note does not contain the clip
 */
function startOfClip(packets: readonly Uint8Array[], clip: Uint8Array): number | null {
  const own = unpackPackets(clip);
  const skipped = Math.floor(own.length / 4);
  const middle = own.slice(skipped, own.length - skipped);
  const isHere = (at: number) =>
    middle.every(
      (packet, index) => Buffer.compare(packet, packets[at + index] ?? new Uint8Array()) === 0,
    );
  const found = packets.findIndex((_, at) => isHere(at));
  return found === -1 ? null : Math.max(0, found - skipped) * packetMs;
}

const bars = 96;

/** Loudness of equal slices of a sound, 0 to 100. */
function peaksOf(samples: Float32Array): number[] {
  const slice = Math.floor(samples.length / bars);
  const loudness = Array.from({ length: bars }, (_, bar) => {
    const part = samples.subarray(bar * slice, (bar + 1) * slice);
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / slice);
  });
  const loudest = Math.max(...loudness);
  return loudness.map((value) => Math.round((value / loudest) * 100));
}

async function toMp3(samples: Float32Array): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: clipRate, channels: 1, bitrate });
  const body = Buffer.from(encoder.encode([samples.map((value) => value / lameScale)]));
  return Buffer.concat([body, encoder.finalize()]);
}

const services = await startTemporaryDevServices("sample");
const simulator = await startSimulator(readConfig({ PHONE_PORT: "0", MAIL_PORT: "0" }));
const database = { ...services.env, MONGODB_DATABASE: "sample" };
const mongo = await connectMongo(database);
const encoder = createClipEncoder(2);
const config = schema.parse({
  ...voicesOf(process.env, simulator.url),
  ...process.env,
  NODE_ENV: "test",
  PORT: 0,
  METRICS_PORT: 0,
  APP_URL: simulator.url,
  ...database,
  INTERNAL_TOKEN_SECRET: "unused".repeat(6),
  MEDIA_SECRET: "unused".repeat(6),
});
const product = config.PRODUCT_FILE;
const trial = planById(product, product.trial.planId).limits;
const provider = speechProviderOf(config);
if (provider === null) throw new Error("no voices are configured");

const media = new MediaStore(mongo);
const { speaking, encoding, clips } = keepingClips(resilientSpeech(provider, unlimited), encoder);
const never = new AbortController().signal;
const synthesiser = new ClipSynthesiser(new ClipStore(mongo), speaking, encoding, never);
const composer = new DigestComposer({
  stories: new StoryStore(mongo),
  scripts: new ScriptWriter(new ScriptStore(mongo), extractiveSummariser, never),
  audioAssembler: audioAssembler(synthesiser, media),
  standIns: [],
  logger: createLogger({ service: "record-sample", level: "warn" }),
});

async function record(language: Language, voice: Voice) {
  const { country, timezone, now } = listeners[language];
  const choices = {
    user: { language, voice },
    preferences: { language, country, timezone, categories },
    subscription: { maxSeconds, maxCategories: categories.length, entitledUntil: null },
  };
  const order = { ...previewOrder(choices, trial, now), ...dates };
  clips.splice(0);
  const composition = await composer.compose(order, "voice_note", { ms: speechMs, urgent: false });
  const [part, ...others] = composition.audio;
  const note = part && (await media.document(part.mediaKey));
  if (!note || others.length > 0) throw new Error(`${language}, ${voice}: not one voice note`);
  const [, , ...pages] = oggPages(note.bytes);
  const packets = pages.flatMap((page) => page.packets);
  const samples = decoded(packets, clipRate);
  await writeFile(web(`public/sample/${language}-${voice}.mp3`), await toMp3(samples));
  const spoken = clips
    // sound marks have no text
    .filter(({ text }) => text !== "")
    .flatMap(({ text, opus }) => {
      const start = startOfClip(packets, opus);
      return start === null ? [] : { text, start };
    })
    .toSorted((one, other) => one.start - other.start);
  return {
    lines: spoken.map(({ text }) => text),
    recording: {
      durationMs: Math.round((samples.length * 1000) / clipRate),
      starts: spoken.map(({ start }) => start),
      peaks: peaksOf(samples),
    },
  };
}

try {
  await ensureIndexes(mongo);
  await mongo.collection<ReturnType<typeof documents>[number]>("stories").insertMany(documents());
  const recordings: Record<string, Record<string, unknown>> = {};
  for (const language of languages) {
    const [female, male] = [await record(language, "female"), await record(language, "male")];
    if (female.lines.join("\n") !== male.lines.join("\n"))
      throw new Error(
        `${language}: the voices say different texts:\n${female.lines.join("\n")}\n\n${male.lines.join("\n")}`,
      );
    recordings[language] = {
      lines: female.lines,
      female: female.recording,
      male: male.recording,
    };
  }
  await writeFile(
    web("src/features/landing/sample-recordings.json"),
    `${JSON.stringify(recordings)}\n`,
  );
} finally {
  await Promise.all([provider.close(), encoder.close(), mongo.close(), simulator.close()]);
  await services.stop();
}
