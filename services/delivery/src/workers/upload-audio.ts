import { counter, isDatabaseAway, runInContext, ticker, type Worker } from "@matinale/kit";
import type { Leased } from "@matinale/kit/mongo";
import type { Deps } from "../application/deps.ts";
import { backOffMs } from "../domain/channel/whatsapp.ts";
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
  const inProgress = new Set<Promise<void>>();

  const uploadAndWake = async (upload: Leased<Upload>): Promise<void> => {
    const again = await uploadOne(upload, deps);
    deps.onUploaded();
    if (again !== null) setTimeout(loop.wake, again.getTime() - now().getTime()).unref();
  };

  const launch = (upload: Leased<Upload>): void => {
    const work = runInContext(upload.traceContext, () => uploadAndWake(upload))
      .catch((error: unknown) => {
        const { mediaKey } = upload;
        logger.error({ err: error, mediaKey }, "uploading a voice note failed, retrying");
      })
      .finally(() => {
        // more of them may wait than were claimed
        if (inProgress.size === maxInProgress) loop.wake();
        inProgress.delete(work);
      });
    inProgress.add(work);
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
    start: () => loop.start(),
    stop: async () => {
      await loop.stop();
      await Promise.all(inProgress);
    },
    wake: () => loop.wake(),
  };
}

/** @returns when it is tried again, or null when it is not */
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
