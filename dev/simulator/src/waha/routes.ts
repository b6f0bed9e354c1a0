import { STATUS_CODES } from "node:http";
import express, { type ErrorRequestHandler, type RequestHandler, type Router } from "express";
import { z } from "zod";
import { ApiError, errorsAs, httpStatusOf, messageOf, read } from "../api-error.ts";
import { isHttpStatus } from "../faults.ts";
import { handleMessageCall } from "../message-call.ts";
import type { Content } from "../phone/phone.ts";
import type { Simulation } from "../simulation.ts";
import { GraphError } from "../whatsapp/graph-error.ts";
import { audioContent } from "../whatsapp/media-store.ts";
import { chatOf, lidOf, ownAccount, wahaMessage } from "./events.ts";

const addressed = z.object({
  session: z.string().min(1),
  chatId: z
    .string()
    .regex(/^[1-9]\d{6,14}@c\.us$/, "must be digits@c.us")
    .transform((chatId) => chatId.replace("@c.us", "")),
});
const textRequest = addressed.extend({ text: z.string().min(1) });
const voiceRequest = addressed.extend({
  file: z.object({ mimetype: z.string().min(1), data: z.base64().min(1) }),
});

/** The known facts about a call whose body is invalid. */
const addressee = z.object({ chatId: z.string().optional().catch(undefined) }).catch({});

class WahaError extends ApiError {
  constructor(statusCode: number, message: string, more: object = {}) {
    const error = STATUS_CODES[statusCode] ?? "Error";
    super(statusCode, message, { statusCode, error, message, ...more });
  }
}

/** WAHA's faults are HTTP statuses. 422 means that the session has lost its phone. */
const SESSION_LOST = 422;
const NOT_IMPLEMENTED = 501;
/** Numbers with this ending are not on WhatsApp. */
const NOT_ON_WHATSAPP = "0000000";

/** The part of WAHA, the WhatsApp HTTP API, that Matinale uses. */
export function wahaRoutes(simulation: Simulation): Router {
  const { faults, log, media, config } = simulation;

  const send = <Body extends z.infer<typeof addressed>>(
    type: "text" | "audio",
    schema: z.ZodType<Body>,
    contentOf: (body: Body) => Content | Promise<Content>,
  ): RequestHandler => {
    return async (req, res) => {
      const body = read(schema, req.body, (path, message) => {
        return new WahaError(400, `${path}: ${message}`);
      });
      const { chatId: to, session } = body;
      await handleMessageCall(req, res, simulation, {
        to,
        type,
        content: (code) => {
          if (session !== config.WAHA_SESSION) throw new WahaError(404, "Session not found");
          if (code !== undefined) throw simulatedError(code, session);
          if (!faults.isWithinRate()) throw new WahaError(429, "Too many messages.");
          return contentOf(body);
        },
        status: 201,
        body: (message) => wahaMessage(message, to, config.WHATSAPP_BUSINESS_NUMBER),
        asApiError: asWahaError,
      });
    };
  };

  const logInvalid: ErrorRequestHandler = (error: unknown, req, _res, next) => {
    const { status, code } = asWahaError(error);
    const type = req.baseUrl.endsWith("/sendVoice") ? "audio" : "text";
    log.record({ kind: "message", to: addressee.parse(req.body).chatId, type, status, code });
    next(error);
  };

  return (
    express
      .Router()
      .use((req, _res, next) => {
        if (req.get("x-api-key") === config.WAHA_API_KEY) next();
        else throw new WahaError(401, "Unauthorized");
      })
      .use(express.json({ limit: "24mb", type: () => true }))
      .get("/sessions/:session", (req, res) => {
        const name = config.WAHA_SESSION;
        if (req.params.session !== name) throw new WahaError(404, "Session not found");
        const status = faults.settings.code === SESSION_LOST ? "FAILED" : "WORKING";
        res.json({ name, status, me: ownAccount(config), simulated: true });
      })
      .get("/contacts/check-exists", (req, res) => {
        const digits = String(req.query["phone"] ?? "").replace(/\D/g, "");
        const numberExists = !digits.endsWith(NOT_ON_WHATSAPP);
        res.json({ numberExists, ...(numberExists ? { chatId: chatOf(digits) } : {}) });
      })
      .get("/:session/lids/pn/:phone", (req, res) => {
        const digits = req.params.phone.replace(/\D/g, "");
        res.json({ lid: lidOf(digits), pn: chatOf(digits) });
      })
      // As a phone that has not synchronised its contacts: it does not know the number behind a LID.
      .get("/:session/lids/:lid", (req, res) => {
        res.json({ lid: req.params.lid, pn: null });
      })
      .post(
        "/sendText",
        send("text", textRequest, ({ text }) => ({ type: "text", text })),
      )
      .post(
        "/sendVoice",
        send("audio", voiceRequest, async ({ file }) =>
          audioContent(await media.add(Buffer.from(file.data, "base64"), file.mimetype), true),
        ),
      )
      .use(["/sendText", "/sendVoice"], logInvalid)
      .use((req) => {
        throw new WahaError(404, `Cannot ${req.method} ${req.originalUrl}`);
      })
      .use(errorsAs(asWahaError))
  );
}

/** The error of a fault. A linked phone has no error codes of the Cloud API. */
function simulatedError(code: number, session: string): WahaError {
  if (code === NOT_IMPLEMENTED) {
    return new WahaError(code, "The method is not implemented by 'SIMULATED' engine.");
  }
  if (code !== SESSION_LOST) {
    return new WahaError(
      isHttpStatus(code) ? code : 400,
      "This error was asked for in the simulator.",
    );
  }
  const more = { session, status: "FAILED", expected: ["WORKING"] };
  return new WahaError(SESSION_LOST, "Session status is not as expected.", more);
}

function asWahaError(error: unknown): WahaError {
  if (error instanceof WahaError) return error;
  if (error instanceof GraphError) return new WahaError(400, error.details);
  return new WahaError(httpStatusOf(error), messageOf(error));
}
