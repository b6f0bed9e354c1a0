import type { Response, Router } from "express";
import { z } from "zod";
import { ApiError, read } from "../api-error.ts";
import type { Simulation } from "../simulation.ts";
import type { SpeechEngine } from "./engine.ts";
import { speechRoutes } from "./speech-routes.ts";
import { espeakVoice } from "./voices.ts";

const WAV_HEADER_BYTES = 44;

/** The speech API of OpenAI: POST /v1/audio/speech. */
export const openAiSpeechRoutes = (simulation: Simulation, engine: SpeechEngine): Router =>
  speechRoutes(simulation, engine, {
    path: "/v1/audio/speech",
    read: ({ headers, body }) => {
      if (!headers.authorization?.startsWith("Bearer ")) {
        throw openAiError(401, "You didn't provide an API key.");
      }
      const send = (res: Response, file: Buffer) => res.type("audio/wav").send(asStream(file));
      return { ...readSpeechRequest(body), send };
    },
    errorOf: (status, message) =>
      openAiError(status, message, status === 429 ? { code: "rate_limit_exceeded" } : {}),
  }).get("/v1/models/:id", (req, res) => {
    const model = listedModels.find(({ id }) => id === req.params.id);
    if (model) res.json(model);
    else openAiError(404, `The model '${req.params.id}' does not exist.`).send(res);
  });

/** OpenAI streams its files: a WAV file does not know its length. */
function asStream(file: Buffer): Buffer {
  file.writeUInt32LE(0xffff_ffff, 4);
  file.writeUInt32LE(0xffff_ffff, WAV_HEADER_BYTES - 4);
  return file;
}

/** An error in OpenAI's format (schema Error of its API description). */
function openAiError(
  status: number,
  message: string,
  { param = null, code = null }: { param?: string | null; code?: string | null } = {},
): ApiError {
  const type = status >= 500 ? "server_error" : "invalid_request_error";
  return new ApiError(status, message, { error: { message, type, param, code } });
}

/** Built-in voices, by the gender that they sound like. */
const female = ["alloy", "coral", "marin", "nova", "sage", "shimmer"];
const voices = [...female, "ash", "ballad", "cedar", "echo", "fable", "onyx", "verse"];

/** The models of this endpoint, all with an announced end. */
const models = ["tts-1", "tts-1-hd", "gpt-4o-mini-tts", "gpt-4o-mini-tts-2025-12-15"];

const listed = (id: string, shutdown_date: string | null) => ({
  id,
  object: "model",
  created: 0,
  owned_by: "system",
  shutdown_date,
});
/** The speech models, and one that writes. */
const listedModels = [listed("gpt-6-luna", null), ...models.map((id) => listed(id, "2027-01-06"))];

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

/** @throws ApiError  with the reason */
function readSpeechRequest(body: unknown) {
  const request = read(schema, body, (param, message) => openAiError(400, message, { param }));
  const { model, input, voice, instructions = "" } = request;
  if (!models.includes(model)) {
    const message = `The model '${model}' does not exist or you do not have access to it.`;
    throw openAiError(404, message, { param: "model", code: "model_not_found" });
  }
  if (!voices.includes(voice)) {
    const message = `Unknown voice '${voice}'. Supported values are: ${voices.join(", ")}.`;
    throw openAiError(400, message, { param: "voice" });
  }
  if (tokensOf(input) > MAX_TOKENS) {
    throw openAiError(400, `The input has more than ${MAX_TOKENS} tokens.`, { param: "input" });
  }
  const languageCode = isFrench(`${instructions} ${input}`) ? "fr-FR" : "en-GB";
  const gender = female.includes(voice) ? "FEMALE" : "MALE";
  return { voice, speaking: { text: input, voice: espeakVoice({ languageCode, gender }) } };
}

/** The voice follows the language of the text. */
const isFrench = (text: string): boolean =>
  (text.match(/\b(?:le|la|les|des|du|un|une|et|en|est|au)\b|[àâçéèêëîïôùû]/giu)?.length ?? 0) >
  (text.match(/\b(?:the|a|an|of|and|in|to|is|at|as|this)\b/giu)?.length ?? 0);
