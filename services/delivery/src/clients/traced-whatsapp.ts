import { beginSpan } from "@matinale/kit";
import type { Answer, Uploaded, WhatsApp } from "../domain/channel/whatsapp.ts";

const withSpan = async <T extends Answer | Uploaded>(
  name: string,
  attributes: Record<string, string>,
  call: () => Promise<T>,
): Promise<T> => {
  const span = beginSpan(name, "client", { attributes });
  const answer = await call();
  const refused = answer.outcome === "refused";
  span?.end({
    attributes: { outcome: answer.outcome, ...(refused ? { code: answer.code } : {}) },
    ...(answer.outcome === "accepted" || answer.outcome === "uploaded"
      ? {}
      : { error: answer.outcome }),
  });
  return answer;
};

/** Wraps an adapter in spans: form and outcome of each call, never the recipient. */
export const traced = <W extends WhatsApp>(whatsapp: W): W => ({
  ...whatsapp,
  send: (to, message, reference) =>
    withSpan("whatsapp send", { form: message.form }, () => whatsapp.send(to, message, reference)),
  uploadMedia: (bytes, mime, mediaKey) =>
    withSpan("whatsapp upload", { mime, bytes: String(bytes.byteLength) }, () =>
      whatsapp.uploadMedia(bytes, mime, mediaKey),
    ),
});
