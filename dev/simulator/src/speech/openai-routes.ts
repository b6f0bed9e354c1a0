import express, { type Router } from "express";
import { errorsAs } from "../api-error.ts";
import type { Simulation } from "../simulation.ts";
import { answerSpeech, speechError } from "./answer-speech.ts";
import type { SpeechEngine } from "./engine.ts";
import { listedModels, OpenAiError, readSpeechRequest } from "./openai-request.ts";

const WAV_HEADER_BYTES = 44;
const mimes = { wav: "audio/wav", pcm: "audio/pcm", opus: "audio/opus" };

/** The speech API of OpenAI: POST /v1/audio/speech. */
export const openAiSpeechRoutes = (simulation: Simulation, engine: SpeechEngine): Router =>
  express
    .Router()
    .get("/v1/models", (_req, res) => {
      res.json({ object: "list", data: listedModels });
    })
    .get("/v1/models/:id", (req, res) => {
      const model = listedModels.find(({ id }) => id === req.params.id);
      if (model) res.json(model);
      else throw new OpenAiError(404, `The model '${req.params.id}' does not exist.`);
    })
    .post(
      "/v1/audio/speech",
      express.json({ limit: "1mb", type: () => true }),
      answerSpeech(
        simulation,
        engine,
        ({ headers, body }) => {
          if (!headers.authorization?.startsWith("Bearer ")) {
            throw new OpenAiError(401, "You didn't provide an API key.");
          }
          const { format, ...request } = readSpeechRequest(body);
          return {
            ...request,
            send: (res, file) => res.type(mimes[format]).send(asSent(file, format)),
          };
        },
        openAiError,
      ),
    )
    .use(errorsAs(speechError(openAiError)));

const openAiError = (status: number, message: string): OpenAiError =>
  new OpenAiError(status, message, status === 429 ? { code: "rate_limit_exceeded" } : {});

/** OpenAI streams its files: a WAV file does not know its length. */
function asSent(file: Buffer, format: keyof typeof mimes): Buffer {
  if (format === "pcm") return file.subarray(WAV_HEADER_BYTES);
  if (format === "wav") {
    file.writeUInt32LE(0xffff_ffff, 4);
    file.writeUInt32LE(0xffff_ffff, WAV_HEADER_BYTES - 4);
  }
  return file;
}
