import { counter, isDatabaseAway, runInContext, ticker, type Worker } from "@matinale/kit";
import type { Leased } from "@matinale/kit/mongo";
import { BackgroundWork } from "../application/background-work.ts";
import type { Deps } from "../application/deps.ts";
import { backOffMs } from "../domain/channel/whatsapp.ts";
import { later } from "../domain/delivery/timing.ts";
import { aheadMs, catchUpMs } from "../domain/schedule/schedule.ts";
import type { Upload } from "../store/uploads.ts";

/** Uploads in progress in one process. */
const maxInProgress = 16;
/**
 * An upload is given up this long after it was requested: the edition may not be sent any more. One that waits for a tap on
 * its announcement is then sent without its voice note. Milliseconds.
 */
const giveUpMs = aheadMs + catchUpMs;

const uploads = counter("delivery_media_uploads_total");

/**
 * Claims uploads by lease and uploads the voice notes of coming deliveries to the provider. A send call then
 * carries only the id of the voice note, not its bytes. An upload that gets no answer delays no other one.
 */
export function uploadAudio(deps: Deps): Worker & { wake(): void } {
  const { leases, logger, now } = deps;
  // a delivery may go on now, and more uploads may wait than were claimed
  const inProgress = new BackgroundWork(deps.onWork);

  const launch = (upload: Leased<Upload>): void => {
    const { mediaKey, traceContext } = upload;
    const work = runInContext(traceContext, () => uploadOne(upload, deps));
    inProgress.start(work, (err) =>
      logger.error({ err, mediaKey }, "uploading a voice note failed, retrying"),
    );
  };

  const loop = ticker({
    name: "upload-audio",
    everyMs: leases.uploadMs / 4,
    logger,
    run: async () => {
      const limit = maxInProgress - inProgress.size;
      if (limit === 0) return;
      const terms = { now: now(), limit, leaseMs: leases.uploadMs };
      for (const upload of await deps.uploads.claimBy("workAt", terms)) launch(upload);
    },
  });
  return {
    ...loop,
    stop: async () => {
      await loop.stop();
      await inProgress.close();
    },
  };
}

async function uploadOne(
  upload: Leased<Upload>,
  { uploads: store, media, whatsapp, logger, now, onWork }: Deps,
): Promise<void> {
  const { mediaKey, mime } = upload;
  const attempt = (upload.attempts ?? 0) + 1;
  const retryLater = async (final = false): Promise<void> => {
    const isOver = now().getTime() - upload.requestedAt.getTime() >= giveUpMs;
    if (final || isOver) return store.markFailed(upload, null);
    const pauseMs = backOffMs("retry", attempt, Math.random());
    await store.markFailed(upload, later(now(), pauseMs));
    setTimeout(onWork, pauseMs).unref();
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
      return await store.markUploaded(upload, answer.mediaId, now());
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
