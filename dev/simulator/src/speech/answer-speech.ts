import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Request, Response } from "express";
import { ApiError, messageOf } from "../api-error.ts";
import type { Simulation } from "../simulation.ts";
import type { SpeechEngine, Speaking } from "./engine.ts";

interface SpeechRequest {
  voice: string;
  speaking: Speaking;
  send: (res: Response, file: Buffer) => void;
}
type ErrorOf = (status: number, message: string, retryAfter?: number) => ApiError;

export const speechError =
  (errorOf: ErrorOf) =>
  (error: unknown): ApiError =>
    error instanceof ApiError ? error : errorOf(400, messageOf(error));

/**
 * Answers a request of a speech API: faults, synthesis and log.
 *
 * @param read  throws an ApiError when the provider would refuse the request
 * @throws ApiError  of this API
 */
export const answerSpeech =
  (
    { faults, log }: Simulation,
    engine: SpeechEngine,
    read: (req: Request) => SpeechRequest,
    errorOf: ErrorOf,
  ) =>
  async (req: Request, res: Response): Promise<void> => {
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
      const refusal = speechError(errorOf)(error);
      log.record({ kind: "speech", sha256, type, status: refusal.status, code: refusal.status });
      throw refusal;
    }
  };
