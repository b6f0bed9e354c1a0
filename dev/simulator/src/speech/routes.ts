import { createHash } from "node:crypto";
import express from "express";
import type { Router } from "express";
import { errorsAs, messageOf } from "../api-error.ts";
import type { Simulation } from "../simulation.ts";
import type { SpeechEngine } from "./engine.ts";
import { GoogleError } from "./google-error.ts";
import { readSynthesis } from "./synthesis-request.ts";
import { voices } from "./voices.ts";

/** The HTTP API of Google Text-to-Speech that its official client calls. */
export const speechRoutes = ({ faults, log }: Simulation, engine: SpeechEngine): Router =>
  express
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
        const sha256 = createHash("sha256").update(JSON.stringify(req.body)).digest("hex");
        let type: string | undefined;
        try {
          const fault = faults.forSpeech();
          if (fault) throw new GoogleError(fault, "This error was asked for in the simulator.");
          const { voice, speaking } = readSynthesis(req.body);
          type = voice.name;
          const file = await engine.speak(speaking).catch((error: unknown) => {
            throw new GoogleError(500, messageOf(error));
          });
          log.record({ kind: "speech", sha256, type, status: 200 });
          res.json({ audioContent: file.toString("base64") });
        } catch (error) {
          const { status } = asGoogleError(error);
          log.record({ kind: "speech", sha256, type, status, code: status });
          throw error;
        }
      },
    )
    .use(errorsAs(asGoogleError));

const asGoogleError = (error: unknown): GoogleError =>
  error instanceof GoogleError ? error : new GoogleError(400, messageOf(error));
