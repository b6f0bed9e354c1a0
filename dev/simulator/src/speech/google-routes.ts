import express, { type Router } from "express";
import { errorsAs } from "../api-error.ts";
import type { Simulation } from "../simulation.ts";
import { answerSpeech, speechError } from "./answer-speech.ts";
import type { SpeechEngine } from "./engine.ts";
import { GoogleError, readSynthesis } from "./google-request.ts";

/** The HTTP API of Google Text-to-Speech that its official client calls. */
export const googleSpeechRoutes = (simulation: Simulation, engine: SpeechEngine): Router =>
  express
    .Router()
    .post(
      /^\/v1\/text:synthesize$/,
      express.json({ limit: "1mb", type: () => true }),
      answerSpeech(
        simulation,
        engine,
        ({ body }) => ({
          ...readSynthesis(body),
          send: (res, file) => res.json({ audioContent: file.toString("base64") }),
        }),
        googleError,
      ),
    )
    .use(errorsAs(speechError(googleError)));

const googleError = (status: number, message: string, retryAfter?: number): GoogleError =>
  new GoogleError(status, message, retryAfter);
