import { STATUS_CODES } from "node:http";
import express, { type Response, type Router } from "express";
import { ApiError } from "../api-error.ts";
import { isHttpStatus } from "../faults.ts";
import { handleMessageCall } from "../message-call.ts";
import type { Content } from "../phone/phone.ts";
import type { Simulation } from "../simulation.ts";
import { GraphError, toGraphError } from "./graph-error.ts";
import { audioContent, type MediaStore } from "./media-store.ts";
import { given, type MessageRequest, readMessage } from "./message-schema.ts";
import { renderTemplate } from "./templates.ts";

/** A plain HTTP error, as from a proxy before the provider. */
class ProxyError extends ApiError {
  override send(res: Response): void {
    res.status(this.status).type("text").send(this.message);
  }
}

/** POST messages: the business sends a message to a phone. */
export const messageRoutes = (simulation: Simulation): Router =>
  express
    .Router()
    .post("/messages", express.json({ limit: "1mb", type: () => true }), async (req, res) => {
      const message = readMessage(req.body);
      const to = digitsOf(message, simulation.phones);
      await handleMessageCall(req, res, simulation, {
        to,
        type: message.type,
        callbackData: message.biz_opaque_callback_data,
        content: (code) => accept(message, to, code, simulation),
        status: 200,
        body: ({ id }) => ({
          messaging_product: "whatsapp",
          contacts: [
            message.to === undefined
              ? { input: message.recipient, user_id: message.recipient }
              : { input: given.parse(req.body).to, wa_id: to },
          ],
          messages: [{ id }],
        }),
        asApiError: toGraphError,
      });
    });

/** The phone that the message is for. @throws GraphError  when no phone has the user id */
function digitsOf({ to, recipient = "" }: MessageRequest, phones: Simulation["phones"]): string {
  const digits = to ?? phones.findByUserId(recipient)?.digits;
  if (digits === undefined) throw new GraphError(131026, "No phone has this user id.");
  return digits;
}

/** The content for the phone. @throws ApiError  for a fault, and when the provider would reject the message */
function accept(
  message: MessageRequest,
  to: string,
  code: number | undefined,
  simulation: Simulation,
): Content {
  const { config, phones, media, faults, now } = simulation;
  if (code !== undefined) {
    throw isHttpStatus(code)
      ? new ProxyError(code, STATUS_CODES[code] ?? "Error")
      : new GraphError(code, "This error was asked for in the simulator.");
  }
  if (to === config.WHATSAPP_BUSINESS_NUMBER) {
    throw new GraphError(131021, "Recipient and sender are the same number.");
  }
  const content = contentOf(message, media, config.APP_URL);
  if (message.type !== "template" && !phones.find(to)?.windowOpenAt(now())) {
    throw new GraphError(
      131047,
      "More than 24 hours have passed since the recipient last replied, or they never did. Send a template.",
    );
  }
  if (!faults.isWithinRate()) {
    throw new GraphError(130429, "Message failed to send because there were too many in a second.");
  }
  return content;
}

function contentOf(message: MessageRequest, media: MediaStore, site: string): Content {
  switch (message.type) {
    case "text":
      return { type: "text", text: message.text.body };
    case "audio": {
      const { id, voice = false } = message.audio;
      const upload = media.find(id);
      if (!upload) {
        throw new GraphError(
          100,
          "Param audio['id'] is not a valid whatsapp business account media attachment ID",
        );
      }
      if (voice && !upload.mime.startsWith("audio/ogg")) {
        throw new GraphError(131053, "A voice message must be audio/ogg with the Opus codec.");
      }
      return audioContent(upload, voice);
    }
    case "template": {
      const { name: template } = message.template;
      return { type: "template", template, ...renderTemplate(message.template, site) };
    }
    case "interactive": {
      const { body, action } = message.interactive;
      const buttons = action.buttons.map(({ reply }) => reply);
      if (new Set(buttons.map(({ id }) => id)).size < buttons.length) {
        throw new GraphError(131009, "Button ids must differ from each other.");
      }
      return { type: "interactive", text: body.text, buttons };
    }
  }
}
