import { randomBytes } from "node:crypto";
import type { UserId } from "@matinale/contracts";
import { HttpError } from "@matinale/kit";
import { profileImageOf } from "../clients/sharp/profile-images.ts";
import { pictureTexts, texts } from "../domain/texts.ts";
import type { UserStore } from "../store/users.ts";

/** Each upload holds up to five megabytes in memory until it is decoded. */
const uploadsAtOnce = 16;

/** Replaces a profile picture: one upload at a time for each person, a limited number for each process. */
export function profileImageSaver(users: UserStore) {
  const uploading = new Set<UserId>();

  /**
   * @param receive  reads the file from the request; called only when an upload may begin
   * @returns the key under which the new picture is served; it cannot be guessed
   * @throws HttpError when the file is not a picture, or too many uploads are in progress
   */
  return async (id: UserId, receive: () => Promise<Buffer>): Promise<{ key: string }> => {
    if (uploading.has(id)) throw new HttpError("ALREADY_IN_PROGRESS", pictureTexts.inProgress);
    if (uploading.size >= uploadsAtOnce) {
      throw new HttpError("SERVICE_UNAVAILABLE", texts.busy, { retryAfter: 5 });
    }
    uploading.add(id);
    try {
      const bytes = await profileImageOf(await receive());
      const key = randomBytes(16).toString("hex");
      await users.changePicture(id, { key, bytes });
      return { key };
    } finally {
      uploading.delete(id);
    }
  };
}
