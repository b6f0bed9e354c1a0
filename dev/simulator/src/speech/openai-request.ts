import { z } from "zod";
import { ApiError, read } from "../api-error.ts";
import type { Speaking } from "./engine.ts";
import { espeakVoice, type Gender } from "./voices.ts";

/** An error in OpenAI's format (schema Error of its API description). */
export class OpenAiError extends ApiError {
  constructor(status: number, message: string, details: { param?: string; code?: string } = {}) {
    const type = status >= 500 ? "server_error" : "invalid_request_error";
    const { param = null, code = null } = details;
    super(status, message, { error: { message, type, param, code } });
  }
}

/** Built-in voices, with the gender that they sound like. */
const voices: Record<string, Gender> = {
  alloy: "FEMALE",
  ash: "MALE",
  ballad: "MALE",
  cedar: "MALE",
  coral: "FEMALE",
  echo: "MALE",
  fable: "MALE",
  marin: "FEMALE",
  nova: "FEMALE",
  onyx: "MALE",
  sage: "FEMALE",
  shimmer: "FEMALE",
  verse: "MALE",
};

/** The models of this endpoint, all with an announced end. */
const models = ["tts-1", "tts-1-hd", "gpt-4o-mini-tts", "gpt-4o-mini-tts-2025-12-15"];

/** The speech models, and one that writes. */
export const listedModels = [
  { id: "gpt-6-luna", object: "model", created: 0, owned_by: "system", shutdown_date: null },
  ...models.map((id) => ({
    id,
    object: "model",
    created: 0,
    owned_by: "system",
    shutdown_date: "2027-01-06",
  })),
];

/** What the product sends, with the limits of the schema CreateSpeechRequest in OpenAI's API description. */
const schema = z.strictObject({
  model: z.string(),
  input: z.string().min(1).max(4096),
  voice: z.string(),
  instructions: z.string().max(4096).optional(),
  response_format: z.literal("wav", "The simulator speaks wav."),
});

/** Limit of gpt-4o-mini-tts. A token of French or English has about three characters, of digits fewer. */
const MAX_TOKENS = 2000;
const tokensOf = (text: string): number =>
  text.match(/\d{1,3}|\p{L}{1,4}|[^\s\p{L}\d]/gu)?.length ?? 0;

/** @throws OpenAiError  with the reason */
export function readSpeechRequest(body: unknown): { voice: string; speaking: Speaking } {
  const request = read(schema, body, (param, message) => new OpenAiError(400, message, { param }));
  const { model, input, voice, instructions = "" } = request;
  if (!models.includes(model)) {
    const message = `The model '${model}' does not exist or you do not have access to it.`;
    throw new OpenAiError(404, message, { param: "model", code: "model_not_found" });
  }
  const gender = voices[voice];
  if (gender === undefined) {
    const known = Object.keys(voices).join(", ");
    throw new OpenAiError(400, `Unknown voice '${voice}'. Supported values are: ${known}.`, {
      param: "voice",
    });
  }
  if (tokensOf(input) > MAX_TOKENS) {
    throw new OpenAiError(400, `The input has more than ${MAX_TOKENS} tokens.`, { param: "input" });
  }
  const languageCode = isFrench(`${instructions} ${input}`) ? "fr-FR" : "en-GB";
  return {
    voice,
    speaking: { text: input, voice: espeakVoice({ languageCode, gender }) },
  };
}

/** The voice follows the language of the text. */
const isFrench = (text: string): boolean =>
  (text.match(/\b(?:le|la|les|des|du|un|une|et|en|est|au)\b|[àâçéèêëîïôùû]/giu)?.length ?? 0) >
  (text.match(/\b(?:the|a|an|of|and|in|to|is|at|as|this)\b/giu)?.length ?? 0);
