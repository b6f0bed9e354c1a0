import { timingSafeEqual } from "node:crypto";
import type { ErrorRequestHandler, RequestHandler, Router } from "express";
import express from "express";
import type { CallLog } from "../call-log.ts";
import type { Faults } from "../faults.ts";
import type { Phones } from "../phone/phones.ts";
import { GraphError, toGraphError } from "./graph-error.ts";
import { mediaRoutes, mediaUploadRoutes } from "./media-routes.ts";
import type { MediaStore } from "./media-store.ts";
import { messageRoutes } from "./message-routes.ts";
import type { PairRate } from "./pair-rate.ts";
import { accountTemplates } from "./templates.ts";
import type { Throughput } from "./throughput.ts";

interface Dependencies {
  phones: Phones;
  media: MediaStore;
  faults: Faults;
  log: CallLog;
  token: string;
  phoneNumberId: string;
  businessNumber: string;
  throughput: Throughput;
  pairs: PairRate;
  now: () => number;
}

/** The part of Meta's Graph API that Matinale uses, under `/v<major>.<minor>`. */
export function whatsappRoutes(dependencies: Dependencies): Router {
  const { media, token, phoneNumberId, businessNumber, log } = dependencies;
  const authorised = bearer(token, log);
  const ownNumber: RequestHandler<{ number: string }> = (req, _res, next) => {
    if (req.params.number !== phoneNumberId) {
      throw new GraphError(100, `Object with ID '${req.params.number}' does not exist.`);
    }
    next();
  };
  const number = express
    .Router({ mergeParams: true })
    .use(mediaUploadRoutes({ media, log }))
    .use(messageRoutes(dependencies));

  return express
    .Router()
    .get(`/${phoneNumberId}`, authorised, (_req, res) => {
      res.json({
        verified_name: "Matinale (simulated)",
        display_phone_number: `+${businessNumber}`,
        quality_rating: "GREEN",
        throughput: { level: "STANDARD" },
        id: phoneNumberId,
      });
    })
    .get("/:account/message_templates", authorised, (_req, res) => {
      res.json({ data: accountTemplates(), paging: {} });
    })
    .post(["/:number/messages", "/:number/media"], authorised, ownNumber)
    .use(`/${phoneNumberId}`, number)
    .use(authorised, mediaRoutes({ media }))
    .use((req) => {
      throw new GraphError(100, `Unsupported ${req.method} request: ${req.path}.`);
    })
    .use(inGraphShape);
}

/** Serves the file at the address from GET media. It requires the token, as at the provider. */
export function mediaDownloadRoutes({
  media,
  token,
  log,
}: Pick<Dependencies, "media" | "token" | "log">): Router {
  return express
    .Router()
    .use(bearer(token, log))
    .get("/:id", (req, res) => {
      const found = media.find(req.params.id);
      if (!found) throw new GraphError(100, `Object with ID '${req.params.id}' does not exist.`);
      res.set("content-type", found.mime).send(found.bytes);
    })
    .use(inGraphShape);
}

function bearer(token: string, log: CallLog): RequestHandler {
  const expected = Buffer.from(`Bearer ${token}`);
  return (req, _res, next) => {
    const given = Buffer.from(req.get("authorization") ?? "");
    if (given.length === expected.length && timingSafeEqual(given, expected)) {
      next();
      return;
    }
    const error = new GraphError(190, "The access token is missing or not valid.");
    const kind = /\/(message|media)s?$/.exec(req.path)?.[1];
    if (req.method === "POST" && (kind === "message" || kind === "media")) {
      log.record({ kind, status: error.status, code: error.code, accepted: false });
    }
    throw error;
  };
}

const inGraphShape: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) {
    next(error);
    return;
  }
  const graphError = toGraphError(error);
  res.status(graphError.status).json(graphError);
};
