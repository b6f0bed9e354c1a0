import { leases } from "../domain/delivery/leases.ts";
import { silentLogger } from "@matinale/kit/testing";
import { expect, test, vi } from "vitest";
import { uploadAudio } from "./upload-audio.ts";

const requestedAt = new Date("2026-11-23T06:45:00Z");
const minutesLater = (minutes: number) => new Date(requestedAt.getTime() + minutes * 60_000);

/** Uploads a voice note that content does not hand out. @returns when the upload is tried again, null for never */
async function triedAgain(now: Date, attempts: number): Promise<Date | null | undefined> {
  const markFailed = vi.fn<(upload: unknown, again: Date | null) => Promise<void>>();
  const upload = { _id: "hash", mediaKey: "key", mime: "audio/ogg", attempts, requestedAt };
  const lease = { token: "token", until: minutesLater(300) };
  const waiting = [{ ...upload, lease }];
  const worker = uploadAudio({
    uploads: { claimBy: async () => waiting.splice(0), markFailed },
    media: {
      bytes: async () => {
        throw new Error("content is away");
      },
    },
    logger: silentLogger,
    now: () => now,
    leases,
    onWork: () => undefined,
  } as never);
  await worker.start();
  await vi.waitFor(() => expect(markFailed).toHaveBeenCalled());
  await worker.stop();
  return markFailed.mock.calls[0]?.[1];
}

test("tries again each minute for as long as an edition with this voice note may be sent", async () => {
  expect(await triedAgain(minutesLater(1), 1)).toEqual(expect.any(Date));
  const late = await triedAgain(minutesLater(130), 200);
  const pauseMs = Number(late) - minutesLater(130).getTime();
  expect(pauseMs).toBeGreaterThanOrEqual(30_000);
  expect(pauseMs).toBeLessThanOrEqual(60_000);
  expect(await triedAgain(minutesLater(135), 200)).toBeNull();
});
