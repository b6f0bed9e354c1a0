import { graphRoot } from "@matinale/kit";
import { FormData } from "undici";
import { z } from "zod";
import type { Answer, Message, Uploaded, WhatsApp } from "../../domain/channel/whatsapp.ts";
import { isUserId } from "../../domain/subscriber/phone.ts";
import { actionFor } from "./errors.ts";
import { answerToFailedCall, type HttpAnswer, providerHttp } from "../provider-http.ts";

const uploadMs = 30_000;
/** Enough for 1,000 calls a second, each answered within 250 ms. */
const connections = 256;

const accepted = z.object({
  messages: z.array(z.object({ id: z.string().min(1) })).min(1),
  // In another shape they are ignored: the message is accepted.
  contacts: z
    .array(z.object({ wa_id: z.string().optional() }))
    .optional()
    .catch(undefined),
});
const refusal = z.object({
  error: z.object({
    code: z.number().int(),
    error_subcode: z.number().optional().catch(undefined),
    message: z.string().optional().catch(undefined),
  }),
});
const uploaded = z.object({ id: z.string().min(1) });

/** Meta's WhatsApp Cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages). */
export function cloudApi(config: {
  WHATSAPP_API_URL: string;
  WHATSAPP_PHONE_NUMBER_ID: string;
  WHATSAPP_TOKEN: string;
}): WhatsApp & { close(): Promise<void> } {
  const authorization = `Bearer ${config.WHATSAPP_TOKEN}`;
  const { call, close } = providerHttp(
    `${graphRoot(config.WHATSAPP_API_URL)}/${config.WHATSAPP_PHONE_NUMBER_ID}`,
    connections,
    { authorization },
  );

  return {
    isLinkedPhone: false,

    send: (to, message, reference) => {
      const body = {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        ...(isUserId(to) ? { recipient: to } : { to }),
        biz_opaque_callback_data: reference,
        ...payloadOf(message),
      };
      return call("POST", "/messages", body).then(answerOf, answerToFailedCall);
    },

    uploadMedia: (bytes, mime) => {
      const form = new FormData();
      form.set("messaging_product", "whatsapp");
      form.set("type", mime);
      form.set("file", new File([new Uint8Array(bytes)], "digest.ogg", { type: mime }));
      return call("POST", "/media", form, uploadMs).then(uploadOf, answerToFailedCall);
    },

    health: () =>
      call("GET", "?fields=id").then(
        ({ status }) => status < 300,
        () => false,
      ),

    close,
  };
}

/** The Graph API names an id that it does not know, or that the token may not use, by code 100 and this subcode. */
const unknownObject = 33;
/** The end of its words, also under code 100, for a voice note that it has deleted or that another account uploaded. */
const unknownMedia = "media attachment ID";
const mediaUploadError = 131053;

function codeOf(answer: unknown): number | null {
  const error = refusal.safeParse(answer).data?.error;
  if (error?.code !== 100) return error?.code ?? null;
  if (error.error_subcode === unknownObject) return unknownObject;
  return error.message?.endsWith(unknownMedia) === true ? mediaUploadError : error.code;
}

function answerOf({ status, answer, retry }: HttpAnswer): Answer {
  if (status < 300) {
    const read = accepted.safeParse(answer);
    const messageId = read.data?.messages[0]?.id;
    // Accepted, but the answer has no id: a status will report it.
    if (messageId === undefined) return { outcome: "uncertain" };
    const waId = read.data?.contacts?.[0]?.wa_id;
    return { outcome: "accepted", messageId, ...(waId === undefined ? {} : { waId }) };
  }
  const code = codeOf(answer);
  // A proxy has timed out; the provider behind it may still have accepted the message.
  if (code === null && (status === 502 || status === 504)) return { outcome: "uncertain" };
  return { outcome: "refused", action: actionFor(code, status), code: code ?? 0, ...retry };
}

function uploadOf({ status, answer }: HttpAnswer): Uploaded {
  const id = status < 300 ? uploaded.safeParse(answer) : undefined;
  if (id?.success) return { outcome: "uploaded", mediaId: id.data.id };
  const code = codeOf(answer);
  return { outcome: "refused", action: actionFor(code, status), code: code ?? 0 };
}

function payloadOf(message: Message): Record<string, unknown> {
  switch (message.form) {
    case "text":
      if (message.buttons !== undefined) return withButtons(message.body, message.buttons);
      return { type: "text", text: { body: message.body, preview_url: false } };
    case "voice":
      return { type: "audio", audio: { id: message.mediaId, voice: true } };
    case "template": {
      const { name, parameters, button, copyCode } = message.template;
      const components = [
        ...(parameters.length > 0
          ? [{ type: "body", parameters: parameters.map((text) => ({ type: "text", text })) }]
          : []),
        ...(button === undefined
          ? []
          : [buttonOf("quick_reply", { type: "payload", payload: button })]),
        // https://developers.facebook.com/docs/whatsapp/business-management-api/authentication-templates
        ...(copyCode === undefined ? [] : [buttonOf("url", { type: "text", text: copyCode })]),
      ];
      const language = { policy: "deterministic", code: message.language };
      return { type: "template", template: { name, language, components } };
    }
  }
}

/** The only button of a template. */
const buttonOf = (sub_type: string, parameter: object) => ({
  type: "button",
  sub_type,
  index: "0",
  parameters: [parameter],
});

/** https://developers.facebook.com/docs/whatsapp/cloud-api/messages/interactive-reply-buttons-messages */
const withButtons = (text: string, buttons: readonly { id: string; title: string }[]) => ({
  type: "interactive",
  interactive: {
    type: "button",
    body: { text },
    action: { buttons: buttons.map((reply) => ({ type: "reply", reply })) },
  },
});
