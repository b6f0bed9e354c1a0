import express, { type ErrorRequestHandler, type RequestHandler, type Router } from "express";
import { errorsAs } from "../api-error.ts";
import type { Simulation } from "../simulation.ts";
import { GraphError, toGraphError } from "./graph-error.ts";
import { mediaUploadRoutes } from "./media-routes.ts";
import { messageRoutes } from "./message-routes.ts";
import { given } from "./message-schema.ts";
import { accountTemplates } from "./templates.ts";

/** The part of Meta's Graph API that Matinale uses, under `/v<major>.<minor>`. */
export function whatsappRoutes(simulation: Simulation): Router {
  const { config } = simulation;
  const { WHATSAPP_PHONE_NUMBER_ID: id, WHATSAPP_BUSINESS_NUMBER: number } = config;
  const ownNumber: RequestHandler<{ number: string }> = (req, _res, next) => {
    if (req.params.number === id) next();
    else throw new GraphError(100, `Object with ID '${req.params.number}' does not exist.`);
  };
  return express
    .Router()
    .use(bearer(simulation))
    .get(`/${id}`, (_req, res) => {
      res.json({
        verified_name: "Matinale (simulated)",
        display_phone_number: `+${number}`,
        status: "CONNECTED",
        quality_rating: "GREEN",
        messaging_limit_tier: "TIER_UNLIMITED",
        throughput: { level: "STANDARD" },
        id,
      });
    })
    .get("/:account/subscribed_apps", (_req, res) => {
      res.json({ data: [{ whatsapp_business_api_data: { name: "Matinale (simulated)" } }] });
    })
    .get("/:account/message_templates", (_req, res) => {
      res.json({ data: accountTemplates(config.APP_URL), paging: {} });
    })
    .post(["/:number/messages", "/:number/media"], ownNumber)
    .use(`/${id}`, mediaUploadRoutes(simulation), messageRoutes(simulation))
    .use((req) => {
      throw new GraphError(100, `Unsupported ${req.method} request: ${req.path}.`);
    })
    .use(logRefused(simulation), errorsAs(toGraphError));
}

const bearer =
  ({ config }: Simulation): RequestHandler =>
  (req, _res, next) => {
    if (req.get("authorization") === `Bearer ${config.WHATSAPP_TOKEN}`) next();
    else throw new GraphError(190, "The access token is missing or not valid.");
  };

/** Logs messages and uploads that are refused before a phone is known. */
const logRefused =
  ({ log }: Simulation): ErrorRequestHandler =>
  (error: unknown, req, _res, next) => {
    const kind = /\/(message|media)s?$/.exec(req.path)?.[1];
    if (req.method === "POST" && (kind === "message" || kind === "media")) {
      const { status, code } = toGraphError(error);
      const { recipient, to = recipient, type } = given.parse(req.body);
      log.record({ kind, to, type, status, code });
    }
    next(error);
  };
