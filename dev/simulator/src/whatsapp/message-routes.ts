import { STATUS_CODES } from "node:http";
import type { ErrorRequestHandler, Request, Response, Router } from "express";
import express from "express";
import type { CallLog } from "../call-log.ts";
import { respondWithFault, type Faults, isHttpStatus } from "../faults.ts";
import type { Content } from "../phone/phone.ts";
import type { Phones } from "../phone/phones.ts";
import { GraphError, toGraphError } from "./graph-error.ts";
import type { MediaStore } from "./media-store.ts";
import { type MessageRequest, readMessage } from "./message-schema.ts";
import type { PairRate } from "./pair-rate.ts";
import { renderTemplate } from "./templates.ts";
import type { Throughput } from "./throughput.ts";

/** Dependencies that both APIs need to accept a message. */
export interface Channel {
  phones: Phones;
  media: MediaStore;
  faults: Faults;
  log: CallLog;
  throughput: Throughput;
  pairs: PairRate;
}

interface Dependencies extends Channel {
  businessNumber: string;
  now: () => number;
}

/** POST messages: the business sends a message to a phone. */
export function messageRoutes(dependencies: Dependencies): Router {
  const { phones, log } = dependencies;
  const invalidBody: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
    if (!(error instanceof GraphError)) refused(log, {}, toGraphError(error));
    next(error);
  };
  return express
    .Router({ mergeParams: true })
    .post("/messages", express.json({ limit: "1mb", type: () => true }), async (req, res) => {
      const body: unknown = req.body;
      if (isReadReceipt(body)) {
        if (!phones.businessRead(String(body.message_id))) {
          throw new GraphError(131009, "There is no incoming message with this message_id.");
        }
        res.json({ success: true });
        return;
      }
      await send(req, res, body, dependencies);
    })
    .use("/messages", invalidBody);
}

async function send(req: Request, res: Response, body: unknown, dependencies: Dependencies) {
  const { faults, log, phones } = dependencies;
  let call: { to?: string; type?: string; callbackData?: string } = factsOf(body);
  try {
    const message = readMessage(body);
    const callbackData = message.biz_opaque_callback_data;
    const { to } = message;
    call = { to, type: message.type, ...(callbackData === undefined ? {} : { callbackData }) };
    const fault = faults.forMessage(to);
    const respond = (write: () => void) => respondWithFault(fault, req, write);
    if (fault.code !== undefined && isHttpStatus(fault.code)) {
      const status = fault.code;
      log.record({ kind: "message", ...call, status, code: status, accepted: false });
      await respond(() =>
        res
          .status(status)
          .type("text")
          .send(STATUS_CODES[status] ?? "Error"),
      );
      return;
    }
    let id: string;
    try {
      if (fault.code !== undefined) {
        throw new GraphError(fault.code, "This error was asked for in the simulator.");
      }
      const content = accept(message, dependencies);
      id = phones.receive(to, content, callbackData).id;
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      refused(log, call, error);
      await respond(() => res.status(error.status).json(error));
      return;
    }
    log.record({ kind: "message", ...call, status: 200, accepted: true, messageId: id });
    await respond(() =>
      res.json({
        messaging_product: "whatsapp",
        contacts: [{ input: inputOf(body), wa_id: to }],
        messages: [{ id }],
      }),
    );
  } catch (error) {
    if (error instanceof GraphError) refused(log, call, error);
    throw error;
  }
}

/** The content for the phone. @throws GraphError  when the provider would reject the message */
function accept(message: MessageRequest, dependencies: Dependencies): Content {
  const { phones, media, faults, throughput, pairs, businessNumber, now } = dependencies;
  if (message.to === businessNumber) {
    throw new GraphError(131021, "Recipient and sender are the same number.");
  }
  const content = contentOf(message, media);
  if (message.type !== "template" && !phones.find(message.to)?.windowOpenAt(now())) {
    throw new GraphError(
      131047,
      "More than 24 hours have passed since the recipient last replied, or they never did. Send a template.",
    );
  }
  if (!pairs.take(message.to, faults.pairBurst)) {
    throw new GraphError(131056, "Too many messages from this sender to this phone number.");
  }
  if (!throughput.take(faults.messagesPerSecond)) {
    throw new GraphError(130429, "Message failed to send because there were too many in a second.");
  }
  return content;
}

function contentOf(message: MessageRequest, media: MediaStore): Content {
  switch (message.type) {
    case "text":
      return { type: "text", text: message.text.body };
    case "audio": {
      const upload = media.find(message.audio.id);
      if (!upload) throw new GraphError(131053, `Media ${message.audio.id} does not exist.`);
      const voice = message.audio.voice ?? false;
      if (voice && !upload.mime.startsWith("audio/ogg")) {
        throw new GraphError(131053, "A voice message must be audio/ogg with the Opus codec.");
      }
      const { mime, durationMs } = upload;
      const bytes = upload.bytes.length;
      return { type: "audio", audio: { mediaId: upload.id, mime, bytes, durationMs, voice } };
    }
    case "template":
      return { type: "template", name: message.template.name, ...renderTemplate(message.template) };
    case "interactive": {
      const { interactive } = message;
      const buttons =
        interactive.type === "button"
          ? interactive.action.buttons.map(({ reply }) => reply)
          : interactive.action.sections.flatMap(({ rows }) =>
              rows.map(({ id, title }) => ({ id, title })),
            );
      if (new Set(buttons.map(({ id }) => id)).size < buttons.length) {
        throw new GraphError(131009, "Button ids must differ from each other.");
      }
      const { header, body, footer } = interactive;
      const text = [header?.text, body.text, footer?.text].filter(Boolean).join("\n\n");
      return { type: "interactive", text, buttons };
    }
  }
}

function refused(
  log: CallLog,
  call: { to?: string; type?: string; callbackData?: string },
  error: GraphError,
): void {
  log.record({
    kind: "message",
    ...call,
    status: error.status,
    code: error.code,
    accepted: false,
  });
}

function isReadReceipt(body: unknown): body is { message_id: unknown } {
  return typeof body === "object" && body !== null && "status" in body && body.status === "read";
}

/** The known facts about a call whose body is invalid. */
function factsOf(body: unknown): { to?: string; type?: string } {
  if (typeof body !== "object" || body === null) return {};
  return {
    ...("to" in body && typeof body.to === "string" ? { to: body.to } : {}),
    ...("type" in body && typeof body.type === "string" ? { type: body.type } : {}),
  };
}

function inputOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "to" in body ? body.to : undefined;
}
