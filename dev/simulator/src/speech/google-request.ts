import { z } from "zod";
import { ApiError, read } from "../api-error.ts";
import { sampleRate, type Speaking } from "./engine.ts";
import { espeakVoice, type Voice, voices } from "./voices.ts";

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
export class GoogleError extends ApiError {
  /** @param retryAfter  seconds to wait before the next call */
  constructor(code: number, message: string, retryAfter?: number) {
    const status = names[code] ?? (code < 500 ? "FAILED_PRECONDITION" : "UNKNOWN");
    const retry = {
      "@type": "type.googleapis.com/google.rpc.RetryInfo",
      retryDelay: `${retryAfter}s`,
    };
    const details = retryAfter === undefined ? {} : { details: [retry] };
    super(code, message, { error: { code, message, status, ...details } });
  }
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
type Request = z.infer<typeof schema>;

/** Google's limit, in bytes of UTF-8. */
const MAX_INPUT_BYTES = 5000;

const invalid = (message: string) => new GoogleError(400, message);

/** @throws GoogleError  400 with the reason, in Google's words where they are known */
export function readSynthesis(body: unknown): { voice: string; speaking: Speaking } {
  const request = read(schema, body, (path, message) => {
    return invalid(`Invalid value at '${path}': ${message}`);
  });
  const { text } = request.input;
  const voice = chosenVoice(request.voice);
  if (Buffer.byteLength(text) > MAX_INPUT_BYTES) {
    throw invalid(`\`input.text\` is longer than the limit of ${MAX_INPUT_BYTES} bytes.`);
  }
  return { voice: voice.name, speaking: { text, voice: espeakVoice(voice) } };
}

function chosenVoice({ languageCode, name }: Request["voice"]): Voice {
  const voice = voices.find((one) => one.name === name);
  if (!voice) throw invalid(`Voice '${name}' does not exist. Is it misspelled?`);
  if (voice.languageCode !== languageCode) {
    throw invalid(
      `Requested language code '${languageCode}' doesn't match the voice '${name}''s language code '${voice.languageCode}'.`,
    );
  }
  return voice;
}
