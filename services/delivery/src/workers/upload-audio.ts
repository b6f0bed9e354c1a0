import { counter, isDatabaseAway, runInContext, type NextRound } from "@matinale/kit";
import { type Leased } from "@matinale/kit/mongo";
import type { Deps } from "../application/deps.ts";
import { backOffMs } from "../domain/channel/whatsapp.ts";
import { aheadMs, catchUpMs } from "../domain/schedule/schedule.ts";
import type { Upload } from "../store/uploads.ts";

const batch = 16;
/**
 * An upload is given up this long after it was requested: the edition may not be sent any more. One that waits for a tap on
 * its announcement is then sent without its voice note. Milliseconds.
 */
const giveUpMs = aheadMs + catchUpMs;

const uploads = counter("delivery_media_uploads_total");

/**
 * Claims uploads by lease and uploads the voice notes of coming deliveries to the provider. A send call then
 * carries only the id of the voice note, not its bytes.
 */
export async function uploadAudio(deps: Deps): Promise<NextRound> {
  const terms = { now: deps.now(), limit: batch, leaseMs: deps.leases.uploadMs };
  const claimed = await deps.uploads.claimBy("workAt", terms);
  if (claimed.length === 0) return;
  const outcomes = await Promise.all(
    claimed.map((upload) => runInContext(upload.traceContext, () => uploadOne(upload, deps))),
  );
  deps.onUploaded();
  if (claimed.length === batch) return "again";
  const later = outcomes.flatMap((again) => (again === null ? [] : again.getTime()));
  if (later.length > 0) return Math.max(0, Math.min(...later) - deps.now().getTime());
}

async function uploadOne(
  upload: Leased<Upload>,
  { uploads: store, media, whatsapp, logger, now }: Deps,
): Promise<Date | null> {
  const { mediaKey, mime } = upload;
  const attempt = (upload.attempts ?? 0) + 1;
  const retryLater = async (final = false): Promise<Date | null> => {
    const pauseMs = backOffMs("retry", attempt, Math.random());
    const isOver = now().getTime() - upload.requestedAt.getTime() >= giveUpMs;
    const at = final || isOver ? null : new Date(now().getTime() + pauseMs);
    await store.markFailed(upload, at);
    return at;
  };
  try {
    const bytes = await media.bytes(mediaKey);
    if (bytes === null) {
      uploads.inc({ outcome: "gone" });
      return await retryLater(true);
    }
    const answer = await whatsapp.uploadMedia(bytes, mime, mediaKey);
    uploads.inc({ outcome: answer.outcome });
    if (answer.outcome === "uploaded") {
      await store.markUploaded(upload, answer.mediaId, now());
      return null;
    }
    const final = answer.outcome === "refused" && ["message", "media"].includes(answer.action);
    return await retryLater(final);
  } catch (error) {
    // the upload is claimed again after its lease: it counts no attempt
    if (isDatabaseAway(error)) throw error;
    uploads.inc({ outcome: "source_unavailable" });
    logger.warn({ err: error, mediaKey, attempt }, "fetching a voice note failed, retrying");
    return retryLater();
  }
}
