import { counter, following, type Leased, type Logger } from "@matinale/kit";
import type { MediaSource } from "../clients/media-source.ts";
import type { Reached } from "../domain/crash-points.ts";
import { backOffMs, type WhatsApp } from "../domain/whatsapp.ts";
import type { Upload, UploadStore } from "../store/uploads.ts";

const batch = 16;
const attempts = 20;

const uploads = counter("delivery_media_uploads_total");

/** Takes to the provider what the coming deliveries will play, so that sending is one small call. */
export async function prepareAudio(deps: {
  uploads: UploadStore;
  media: MediaSource;
  whatsapp: WhatsApp;
  logger: Logger;
  now: () => Date;
  leaseMs: number;
  reached?: Reached;
  onReady: () => void;
}): Promise<void | "again"> {
  const claimed = await deps.uploads.claimDue(deps.now(), batch, deps.leaseMs);
  if (claimed.length > 0) deps.reached?.("upload taken");
  await Promise.all(claimed.map((upload) => following(upload.cause, () => one(upload, deps))));
  if (claimed.length > 0) deps.onReady();
  if (claimed.length === batch) return "again";
}

async function one(
  upload: Leased<Upload>,
  { uploads: store, media, whatsapp, logger, now, reached }: Parameters<typeof prepareAudio>[0],
): Promise<void> {
  const attempt = (upload.attempts ?? 0) + 1;
  const again = () =>
    attempt >= attempts
      ? null
      : new Date(now().getTime() + backOffMs("retry", attempt, Math.random()));
  try {
    const bytes = await media.bytes(upload.mediaKey);
    if (bytes === null) {
      uploads.inc({ outcome: "gone" });
      return await store.undone(upload, null);
    }
    reached?.("sound fetched");
    const answer = await whatsapp.uploadMedia(bytes, upload.mime, upload.mediaKey);
    uploads.inc({ outcome: answer.outcome });
    if (answer.outcome === "uploaded") {
      reached?.("sound uploaded");
      await store.done(upload, answer.mediaId, now());
      return reached?.("upload stored");
    }
    const final = answer.outcome === "refused" && ["message", "media"].includes(answer.action);
    await store.undone(upload, final ? null : again());
  } catch (error) {
    uploads.inc({ outcome: "source_away" });
    logger.warn({ err: error, attempt }, "a voice note could not be fetched");
    await store.undone(upload, again());
  }
}
