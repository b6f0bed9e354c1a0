import type { Router } from "express";
import { z } from "zod";
import { ApiError, read } from "../api-error.ts";
import type { Simulation } from "../simulation.ts";
import { sampleRate, type SpeechEngine } from "./engine.ts";
import { speechRoutes } from "./speech-routes.ts";
import { espeakVoice, voices } from "./voices.ts";

/** The HTTP API of Google Text-to-Speech that its official client calls. */
export const googleSpeechRoutes = (simulation: Simulation, engine: SpeechEngine): Router =>
  speechRoutes(simulation, engine, {
    path: /^\/v1\/text:synthesize$/,
    read: ({ body }) => ({
      ...readSynthesis(body),
      send: (res, file) => res.json({ audioContent: file.toString("base64") }),
    }),
    errorOf: googleError,
  });

const names: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** An error in the format of Google's APIs (google.aip.dev/193). */
function googleError(code: number, message: string, retryAfter?: number): ApiError {
  const status = names[code] ?? (code < 500 ? "FAILED_PRECONDITION" : "UNKNOWN");
  const retry = {
    "@type": "type.googleapis.com/google.rpc.RetryInfo",
    retryDelay: `${retryAfter}s`,
  };
  const details = retryAfter === undefined ? {} : { details: [retry] };
  return new ApiError(code, message, { error: { code, message, status, ...details } });
}

/** What the product sends; Google accepts more. Its client sends enums as numbers. */
const schema = z.strictObject({
  input: z.strictObject({ text: z.string().min(1) }),
  voice: z.strictObject({ languageCode: z.string(), name: z.string() }),
  audioConfig: z.strictObject({
    audioEncoding: z.literal(["LINEAR16", 1], "The simulator speaks LINEAR16."),
    sampleRateHertz: z.literal(sampleRate).optional(),
  }),
});
/** Google's limit, in bytes of UTF-8. */
const MAX_INPUT_BYTES = 5000;

const invalid = (message: string) => googleError(400, message);

/** @throws ApiError  400 with the reason, in Google's words where they are known */
function readSynthesis(body: unknown) {
  const request = read(schema, body, (path, message) => {
    return invalid(`Invalid value at '${path}': ${message}`);
  });
  const { text } = request.input;
  const { languageCode, name } = request.voice;
  const voice = voices.find((one) => one.name === name);
  if (!voice) throw invalid(`Voice '${name}' does not exist. Is it misspelled?`);
  if (voice.languageCode !== languageCode) {
    throw invalid(
      `Requested language code '${languageCode}' doesn't match the voice '${name}''s language code '${voice.languageCode}'.`,
    );
  }
  if (Buffer.byteLength(text) > MAX_INPUT_BYTES) {
    throw invalid(`\`input.text\` is longer than the limit of ${MAX_INPUT_BYTES} bytes.`);
  }
  return { voice: name, speaking: { text, voice: espeakVoice(voice) } };
}
