import express, { type Request, type RequestHandler, type Response, type Router } from "express";
import { z } from "zod";
import { ApiError, errorsAs, httpStatusOf, messageOf, read } from "../api-error.ts";
import { digitsSchema, faultsSchema } from "../faults.ts";
import { type Message, settingsPatch } from "../phone/phone.ts";
import type { Simulation } from "../simulation.ts";
import type { Media } from "../whatsapp/media-store.ts";
import { eventRoutes } from "./events.ts";

const writing = z.union([
  z.strictObject({ text: z.string().min(1).max(4096) }),
  z.strictObject({ button: z.string().min(1) }),
]);
/** Without id: all messages. */
const receipt = z.strictObject({ id: z.string().min(1).optional() });
const sinceQuery = z.strictObject({ since: z.coerce.number().min(0).default(0) });

/** A mail is untrusted: no scripts, nothing loaded from elsewhere, links in a new tab. */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** The simulator's own API, for tests and for the phone page. */
export function simRoutes(simulation: Simulation): Router {
  const { phones, media, faults, inbox, log, changes, now, reset } = simulation;
  const advance =
    (to: "read" | "played"): RequestHandler<OnPhone> =>
    (req, res) => {
      const { id } = bodyOf(req, receipt);
      res.json({ messages: phones.advance(digitsOf(req), to, id) });
    };

  return express
    .Router()
    .use(eventRoutes(changes))
    .get("/media/:id", (req, res) => {
      const found = media.find(req.params.id);
      if (!found) throw new ApiError(404, "There is no such upload.");
      sendMedia(req, res, found);
    })
    .use(express.json({ limit: "64kb", type: () => true, strict: false }))
    .get("/phones", (_req, res) => {
      res.json(
        phones.list().map((one) => ({
          digits: one.digits,
          ...one.state(now()),
          lastAt: one.messages.at(-1)?.at ?? null,
        })),
      );
    })
    .put("/phones/:digits", (req, res) => {
      res.json(phones.change(digitsOf(req), bodyOf(req, settingsPatch)).state(now()));
    })
    .get("/phones/:digits/messages", (req, res) => {
      const messages = phones.find(digitsOf(req))?.messages ?? [];
      res.json(messages.map((message) => present(message, req)));
    })
    .post("/phones/:digits/messages", (req, res) => {
      const message = phones.write(digitsOf(req), bodyOf(req, writing));
      if (!message) throw new ApiError(404, "No message on this phone offers that button.");
      res.status(201).json(present(message, req));
    })
    .post("/phones/:digits/read", advance("read"))
    .post("/phones/:digits/played", advance("played"))
    .get("/mail", (req, res) => {
      const { to } = req.query;
      res.json(inbox.list(typeof to === "string" ? to : undefined));
    })
    .get("/mail/:id/html", (req, res, next) => {
      const mail = inbox.find(req.params.id);
      if (mail === undefined) return next();
      res.set({ "content-security-policy": mailPolicy, "x-content-type-options": "nosniff" });
      res.type("html").send(mail.html.replace("<head>", '<head><base target="_blank">'));
    })
    .get("/faults", (_req, res) => res.json(faults.settings))
    .put("/faults", (req, res) => {
      faults.replace(readPart("body", faultsSchema, req.body));
      res.json(faults.settings);
    })
    .get("/log", (req, res) => res.json(log.since(readPart("query", sinceQuery, req.query).since)))
    .delete("/state", (_req, res) => {
      reset();
      res.status(204).end();
    })
    .use((req) => {
      throw new ApiError(404, `The simulator has no ${req.method} ${req.originalUrl}.`);
    })
    .use(
      errorsAs((error) =>
        error instanceof ApiError ? error : new ApiError(httpStatusOf(error), messageOf(error)),
      ),
    );
}

const readPart = <Schema extends z.ZodType>(part: string, schema: Schema, value: unknown) =>
  read(schema, value, (path, message) => {
    return new ApiError(400, `${[part, path].filter(Boolean).join(".")}: ${message}`);
  });

interface OnPhone {
  digits: string;
}
const digitsOf = ({ params }: Request<OnPhone>) => readPart("digits", digitsSchema, params.digits);
const bodyOf = <Schema extends z.ZodType>(req: Request<OnPhone>, schema: Schema) =>
  readPart("body", schema, req.body ?? {});

/** A message in the format of the API, without empty `text`, `buttons` and `audio`. */
function present(message: Message, req: Request<OnPhone>) {
  const { audio, buttons = [], replyTo: _, callbackData: __, ...rest } = message;
  const base = buttons.length > 0 ? { ...rest, buttons } : rest;
  if (!audio) return base;
  const { mediaId, ...described } = audio;
  const url = `${req.protocol}://${req.get("host")}/sim/media/${mediaId}`;
  return { ...base, audio: { url, ...described } };
}

/** Sends the audio of a message, or the requested range of it, so that players can seek. */
function sendMedia(req: Request, res: Response, { bytes, mime }: Media): void {
  const size = bytes.length;
  res.set({ "content-type": mime, "accept-ranges": "bytes", "cache-control": "no-store" });
  const ranges = req.range(size);
  const [range] = Array.isArray(ranges) && ranges.type === "bytes" ? ranges : [];
  if (ranges === -1) res.status(416).set("content-range", `bytes */${size}`).end();
  else if (range) {
    const { start, end } = range;
    res.status(206).set("content-range", `bytes ${start}-${end}/${size}`);
    res.send(bytes.subarray(start, end + 1));
  } else res.send(bytes);
}
