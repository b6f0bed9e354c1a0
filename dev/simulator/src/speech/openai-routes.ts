import express, { type Response, type Router } from "express";
import { errorsAs } from "../api-error.ts";
import type { Simulation } from "../simulation.ts";
import { answerSpeech, speechError } from "./answer-speech.ts";
import type { SpeechEngine } from "./engine.ts";
import { listedModels, OpenAiError, readSpeechRequest } from "./openai-request.ts";

const WAV_HEADER_BYTES = 44;

/** The speech API of OpenAI: POST /v1/audio/speech. */
export const openAiSpeechRoutes = (simulation: Simulation, engine: SpeechEngine): Router =>
  express
    .Router()
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
          const send = (res: Response, file: Buffer) => res.type("audio/wav").send(asStream(file));
          return { ...readSpeechRequest(body), send };
        },
        openAiError,
      ),
    )
    .use(errorsAs(speechError(openAiError)));

const openAiError = (status: number, message: string): OpenAiError =>
  new OpenAiError(status, message, status === 429 ? { code: "rate_limit_exceeded" } : {});

/** OpenAI streams its files: a WAV file does not know its length. */
function asStream(file: Buffer): Buffer {
  file.writeUInt32LE(0xffff_ffff, 4);
  file.writeUInt32LE(0xffff_ffff, WAV_HEADER_BYTES - 4);
  return file;
}
