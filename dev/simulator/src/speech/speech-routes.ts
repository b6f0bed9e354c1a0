import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import express, { type Request, type Response, type Router } from "express";
import { ApiError, errorsAs, messageOf } from "../api-error.ts";
import type { Simulation } from "../simulation.ts";
import type { SpeechEngine, Speaking } from "./engine.ts";

interface SpeechApi {
  path: string | RegExp;
  /** @throws ApiError  when the provider would refuse the request */
  read: (req: Request) => {
    voice: string;
    speaking: Speaking;
    send: (res: Response, file: Buffer) => void;
  };
  /** An error in the format of the provider. @param retryAfter  seconds to wait before the next call */
  errorOf: (status: number, message: string, retryAfter?: number) => ApiError;
}

/** Answers the requests of a speech API: faults, synthesis and log. */
export function speechRoutes(
  { faults, log }: Simulation,
  engine: SpeechEngine,
  { path, read, errorOf }: SpeechApi,
): Router {
  const toApiError = (error: unknown): ApiError =>
    error instanceof ApiError ? error : errorOf(400, messageOf(error));
  return express
    .Router()
    .post(path, express.json({ limit: "1mb", type: () => true }), async (req, res) => {
      const sha256 = createHash("sha256").update(JSON.stringify(req.body)).digest("hex");
      let type: string | undefined;
      try {
        const { voice, speaking, send } = read(req);
        type = voice;
        const { speechCode, speechRetryAfter, speechDelayMs = 0 } = faults.forSpeech();
        if (speechDelayMs > 0) await pause(speechDelayMs);
        if (speechCode !== undefined) {
          if (speechRetryAfter !== undefined) res.set("retry-after", String(speechRetryAfter));
          const message = "This error was asked for in the simulator.";
          throw errorOf(speechCode, message, speechRetryAfter);
        }
        const file = await engine.speak(speaking).catch((error: unknown) => {
          throw errorOf(500, messageOf(error));
        });
        log.record({ kind: "speech", sha256, type, status: 200 });
        send(res.set("x-simulated", "true"), file);
      } catch (error) {
        const { status } = toApiError(error);
        log.record({ kind: "speech", sha256, type, status, code: status });
        throw error;
      }
    })
    .use(errorsAs(toApiError));
}
