import { timingSafeEqual } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { ErrorRequestHandler, RequestHandler, Router } from "express";
import express from "express";
import { z } from "zod";
import type { Config } from "../config.ts";
import { respondWithFault, isHttpStatus } from "../faults.ts";
import type { Content } from "../phone/phone.ts";
import { GraphError } from "../whatsapp/graph-error.ts";
import type { Channel } from "../whatsapp/message-routes.ts";
import { chatOf, wahaMessage } from "./events.ts";

interface Dependencies extends Channel {
  config: Pick<Config, "wahaKey" | "wahaSession" | "businessNumber">;
}

const addressed = {
  session: z.string().min(1),
  chatId: z
    .string()
    .regex(/^[1-9]\d{6,14}@c\.us$/, "must be digits@c.us")
    .transform((chatId) => chatId.replace("@c.us", "")),
  reply_to: z.string().nullish(),
};
const textRequest = z.object({
  ...addressed,
  text: z.string().min(1),
  linkPreview: z.boolean().optional(),
});
const voiceRequest = z.object({
  ...addressed,
  convert: z.boolean().optional(),
  file: z.object({ mimetype: z.string().min(1), data: z.base64().min(1) }),
});

/** An error in WAHA's format. */
class WahaError extends Error {
  readonly status: number;
  readonly more: object;

  constructor(status: number, message: string, more: object = {}) {
    super(message);
    this.status = status;
    this.more = more;
  }

  toJSON() {
    return {
      statusCode: this.status,
      error: STATUS_CODES[this.status] ?? "Error",
      message: this.message,
      ...this.more,
    };
  }
}

/** WAHA's faults are HTTP statuses. 422 means that the session has lost its phone. */
const SESSION_LOST = 422;
/** Numbers with this ending are not on WhatsApp. */
const NOT_ON_WHATSAPP = "0000000";

/** The part of WAHA, the WhatsApp HTTP API, that Matinale uses. */
export function wahaRoutes(dependencies: Dependencies): Router {
  const { faults, media, config } = dependencies;
  const { wahaKey, wahaSession } = config;
  const lost = () => faults.current().code === SESSION_LOST;

  return express
    .Router()
    .use(withKey(wahaKey))
    .use(express.json({ limit: "24mb", type: () => true }))
    .get("/sessions/:session", (req, res) => {
      if (req.params.session !== wahaSession) throw new WahaError(404, "Session not found");
      res.json({
        name: wahaSession,
        status: lost() ? "FAILED" : "WORKING",
        me: { id: chatOf(config.businessNumber), pushName: "Matinale (simulated)" },
        simulated: true,
      });
    })
    .get("/contacts/check-exists", (req, res) => {
      const digits = String(req.query["phone"] ?? "").replace(/\D/g, "");
      const numberExists = !digits.endsWith(NOT_ON_WHATSAPP);
      res.json({ numberExists, ...(numberExists ? { chatId: chatOf(digits) } : {}) });
    })
    .post("/sendText", (req, res) => {
      const { text, ...to } = read(textRequest, req.body);
      return send(req, res, to, "text", () => ({ type: "text", text }), dependencies);
    })
    .post("/sendVoice", async (req, res) => {
      const { file, ...to } = read(voiceRequest, req.body);
      const sound = async (): Promise<Content> => {
        const { id, mime, bytes, durationMs } = await media.add(
          Buffer.from(file.data, "base64"),
          file.mimetype,
        );
        const audio = { mediaId: id, mime, bytes: bytes.length, durationMs, voice: true };
        return { type: "audio", audio };
      };
      await send(req, res, to, "audio", sound, dependencies);
    })
    .use((req) => {
      throw new WahaError(404, `Cannot ${req.method} ${req.originalUrl}`);
    })
    .use(inWahaShape);
}

async function send(
  req: express.Request,
  res: express.Response,
  { session, chatId: to }: { session: string; chatId: string },
  type: "text" | "audio",
  content: () => Content | Promise<Content>,
  { faults, log, phones, throughput, pairs, config }: Dependencies,
): Promise<void> {
  const fault = faults.forMessage(to);
  const respond = (status: number, body: object) =>
    respondWithFault(fault, req, () => res.status(status).json(body));
  try {
    if (session !== config.wahaSession) throw new WahaError(404, "Session not found");
    if (fault.code === SESSION_LOST) {
      throw new WahaError(SESSION_LOST, "Session status is not as expected.", {
        session,
        status: "FAILED",
        expected: ["WORKING"],
      });
    }
    if (fault.code !== undefined) {
      // A linked phone has no error codes of the Cloud API.
      const status = isHttpStatus(fault.code) ? fault.code : 400;
      throw new WahaError(status, "This error was asked for in the simulator.");
    }
    const crowded = !pairs.take(to, faults.pairBurst);
    if (crowded || !throughput.take(faults.messagesPerSecond)) {
      throw new WahaError(429, "Too many messages.");
    }
    const message = phones.receive(to, await content());
    log.record({ kind: "message", type, to, status: 201, accepted: true, messageId: message.id });
    await respond(201, wahaMessage(message, to, config.businessNumber));
  } catch (error) {
    const refusal = asWahaError(error);
    const { status } = refusal;
    log.record({ kind: "message", type, to, status, code: status, accepted: false });
    await respond(status, refusal);
  }
}

function withKey(key: string): RequestHandler {
  const expected = Buffer.from(key);
  return (req, _res, next) => {
    const given = Buffer.from(req.get("x-api-key") ?? "");
    if (given.length === expected.length && timingSafeEqual(given, expected)) next();
    else throw new WahaError(401, "Unauthorized");
  };
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new WahaError(400, `${issue?.path.join(".")}: ${issue?.message ?? "not valid"}`);
}

function asWahaError(error: unknown): WahaError {
  if (error instanceof WahaError) return error;
  if (error instanceof GraphError) return new WahaError(400, error.details);
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  return new WahaError(status, error instanceof Error ? error.message : String(error));
}

const inWahaShape: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) {
    next(error);
    return;
  }
  const refusal = asWahaError(error);
  res.status(refusal.status).json(refusal);
};
