import { createHash } from "node:crypto";
import type { ErrorRequestHandler, Router } from "express";
import express from "express";
import type { CallLog } from "../call-log.ts";
import type { Faults } from "../faults.ts";
import type { SpeechEngine } from "./engine.ts";
import { GoogleError } from "./google-error.ts";
import { readSynthesis } from "./synthesis-request.ts";
import { voices } from "./voices.ts";

interface Dependencies {
  engine: SpeechEngine;
  faults: Faults;
  log: CallLog;
}

/** The HTTP API of Google Text-to-Speech that its official client calls. */
export function speechRoutes({ engine, faults, log }: Dependencies): Router {
  return express
    .Router()
    .get(["/v1/voices", "/v1beta1/voices"], (req, res) => {
      const wanted = String(req.query["languageCode"] ?? "").toLowerCase();
      res.json({
        voices: voices
          .filter(({ languageCode }) => languageCode.toLowerCase().startsWith(wanted))
          .map(({ name, languageCode, gender }) => ({
            languageCodes: [languageCode],
            name,
            ssmlGender: gender,
            naturalSampleRateHertz: 24_000,
          })),
      });
    })
    .post(
      [/^\/v1(?:beta1)?\/text:synthesize$/],
      express.json({ limit: "1mb", type: () => true }),
      async (req, res) => {
        const call = {
          kind: "speech" as const,
          sha256: createHash("sha256").update(JSON.stringify(req.body)).digest("hex"),
        };
        let type: string | undefined;
        try {
          const fault = faults.forSpeech();
          if (fault) throw new GoogleError(fault, "This error was asked for in the simulator.");
          const { voice, speaking } = readSynthesis(req.body);
          type = voice.name;
          const file = await engine.speak(speaking).catch((error: unknown) => {
            throw new GoogleError(500, error instanceof Error ? error.message : String(error));
          });
          log.record({ ...call, type, status: 200, accepted: true });
          res.json({ audioContent: file.toString("base64") });
        } catch (error) {
          if (error instanceof GoogleError) {
            const { status } = error;
            log.record({
              ...call,
              ...(type ? { type } : {}),
              status,
              code: status,
              accepted: false,
            });
          }
          throw error;
        }
      },
    )
    .use(inGoogleShape);
}

const inGoogleShape: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) {
    next(error);
    return;
  }
  const known =
    error instanceof GoogleError
      ? error
      : new GoogleError(400, error instanceof Error ? error.message : String(error));
  res.status(known.status).json(known);
};
