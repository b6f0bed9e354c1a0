import type { ErrorRequestHandler, Request, Router } from "express";
import express from "express";
import { z } from "zod";
import type { CallLog } from "../call-log.ts";
import { digitsSchema, type Faults, faultsSchema } from "../faults.ts";
import type { Changes } from "../changes.ts";
import { ownerName } from "../phone/owner-name.ts";
import { type Message, Phone, settingsPatch } from "../phone/phone.ts";
import type { Phones } from "../phone/phones.ts";
import type { MediaStore } from "../whatsapp/media-store.ts";
import { mediaFileRoutes } from "./media-file.ts";
import { eventRoutes } from "./events.ts";

interface Dependencies {
  phones: Phones;
  media: MediaStore;
  faults: Faults;
  log: CallLog;
  changes: Changes;
  now: () => number;
  reset: () => void;
}

const writing = z.union([
  z.strictObject({ text: z.string().min(1).max(4096) }),
  z.strictObject({ button: z.string().min(1) }),
]);
/** Without id: all messages. */
const receipt = z.strictObject({ id: z.string().min(1).optional() });
const sinceQuery = z.strictObject({ since: z.coerce.number().min(0).default(0) });

class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The simulator's own API, for tests and for the phone page. */
export function simRoutes(dependencies: Dependencies): Router {
  const { phones, media, faults, log, changes, now, reset } = dependencies;
  const digits = (req: Request<{ digits: string }>) =>
    read(digitsSchema, req.params.digits, "digits");

  const phone = express
    .Router({ mergeParams: true })
    .get("/", (req: Request<{ digits: string }>, res) => {
      const known = phones.find(digits(req)) ?? new Phone(digits(req));
      res.json(known.state(now()));
    })
    .put("/", (req: Request<{ digits: string }>, res) => {
      const patch = read(settingsPatch, req.body ?? {}, "body");
      res.json(phones.change(digits(req), patch).state(now()));
    })
    .get("/messages", (req: Request<{ digits: string }>, res) => {
      const messages = phones.find(digits(req))?.messages ?? [];
      res.json(messages.map((message) => present(message, req)));
    })
    .post("/messages", (req: Request<{ digits: string }>, res) => {
      const message = phones.write(digits(req), read(writing, req.body, "body"));
      if (!message) throw new RequestError(404, "No message on this phone offers that button.");
      res.status(201).json(present(message, req));
    })
    .post("/read", (req: Request<{ digits: string }>, res) => {
      const { id } = read(receipt, req.body ?? {}, "body");
      res.json({ messages: phones.read(digits(req), id) });
    })
    .post("/played", (req: Request<{ digits: string }>, res) => {
      const { id } = read(receipt, req.body ?? {}, "body");
      res.json({ messages: phones.play(digits(req), id) });
    });

  return express
    .Router()
    .use(eventRoutes(changes))
    .use(mediaFileRoutes(media))
    .use(express.json({ limit: "64kb", type: () => true, strict: false }))
    .get("/phones", (_req, res) => {
      res.json(
        phones.list().map((one) => ({
          digits: one.digits,
          name: ownerName(one.digits),
          ...one.state(now()),
          messages: one.messages.length,
          lastAt: one.messages.at(-1)?.at ?? null,
        })),
      );
    })
    .use("/phones/:digits", phone)
    .get("/faults", (_req, res) => res.json(faults.current()))
    .put("/faults", (req, res) => res.json(faults.replace(read(faultsSchema, req.body, "body"))))
    .get("/log", (req, res) => {
      const { since } = read(sinceQuery, req.query, "query");
      res.json(log.since(since));
    })
    .get("/count", (req, res) => {
      const { since } = read(sinceQuery, req.query, "query");
      res.json(log.count(since));
    })
    .delete("/state", (_req, res) => {
      reset();
      res.status(204).end();
    })
    .use((req) => {
      throw new RequestError(404, `The simulator has no ${req.method} ${req.originalUrl}.`);
    })
    .use(errorAsMessage);
}

/** A message in the format of the API, without empty `text`, `buttons` and `audio`. */
function present(message: Message, req: Request<{ digits: string }>) {
  const { audio, buttons = [], replyTo: _, callbackData: __, ...rest } = message;
  const base = buttons.length > 0 ? { ...rest, buttons } : rest;
  if (!audio) return base;
  const { mediaId, ...described } = audio;
  const url = `${req.protocol}://${req.get("host")}/sim/media/${mediaId}`;
  return { ...base, audio: { url, ...described } };
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where: string,
): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [where, ...(issue?.path ?? [])].join(".");
  throw new RequestError(400, `${path}: ${issue?.message ?? "not valid"}`);
}

const errorAsMessage: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) {
    next(error);
    return;
  }
  const status =
    error instanceof Error && "status" in error && typeof error.status === "number"
      ? error.status
      : 500;
  res.status(status).json({ message: error instanceof Error ? error.message : String(error) });
};
