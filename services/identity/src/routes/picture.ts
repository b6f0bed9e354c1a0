import { promisify } from "node:util";
import { HttpError, counter, readerLanguage, requireUser, router } from "@matinale/kit";
import type { Request, Response, Router } from "express";
import multer, { MulterError } from "multer";
import { z } from "zod";
import { profileImageSaver } from "../application/save-profile-image.ts";
import type { User } from "../domain/account/account.ts";
import { pictureTexts, texts } from "../domain/texts.ts";
import type { UserStore } from "../store/users.ts";

/** Where a browser finds the picture of a person; null when there is none. */
export const pictureAddress = ({ picture }: Pick<User, "picture">): string | null =>
  picture ? `/media/pictures/${picture.key}` : null;

const maxBytes = 5 * 1024 * 1024;
const path = z.strictObject({ key: z.string().regex(/^[0-9a-f]{32}$/) });

const uploads = counter("identity_picture_uploads_total");

const oneFile = promisify(
  multer({
    storage: multer.memoryStorage(),
    limits: { files: 1, fields: 0, fileSize: maxBytes },
  }).single("profilePicture"),
);

/** Reads a form that must contain one file. @throws HttpError when it is not such a form, or too large */
async function receive(req: Request, res: Response): Promise<Buffer> {
  if (!req.is("multipart/form-data")) {
    throw new HttpError("UNSUPPORTED_MEDIA_TYPE", pictureTexts.notAForm);
  }
  // multer would wait for ever for the end of a request that broke off before
  if (req.destroyed) throw new HttpError("VALIDATION_FAILED", pictureTexts.notAForm);
  await oneFile(req, res).catch((cause: unknown) => {
    throw cause instanceof MulterError && cause.code === "LIMIT_FILE_SIZE"
      ? new HttpError("PAYLOAD_TOO_LARGE", pictureTexts.tooLarge)
      : new HttpError("VALIDATION_FAILED", pictureTexts.notOneFile, { cause });
  });
  if (req.file === undefined) throw new HttpError("VALIDATION_FAILED", pictureTexts.notOneFile);
  return req.file.buffer;
}

/** The body is not JSON, so the app mounts this route before its JSON parser and user check. */
export function uploadRoutes(users: UserStore, secret: string): Router {
  const save = profileImageSaver(users);
  const fromUser = requireUser({ audience: "identity", secret });
  return router().post("/user/profile-picture", fromUser, async (req, res) => {
    await users.byId(req.userId);
    const picture = await save(req.userId, () => receive(req, res)).catch((error: unknown) => {
      if (error instanceof HttpError) uploads.inc({ outcome: error.code });
      throw error;
    });
    uploads.inc({ outcome: "saved" });
    res.json({
      success: true,
      message: texts.pictureSaved[readerLanguage(req)],
      profilePicture: pictureAddress({ picture }),
    });
  });
}

export const pictureRoutes = (users: UserStore): Router =>
  router().delete("/user/profile-picture", async (req, res) => {
    await users.byId(req.userId);
    await users.changePicture(req.userId, null);
    res.json({ success: true, message: texts.pictureRemoved[readerLanguage(req)] });
  });

/** Headers that make a browser treat an uploaded file as a picture and never as a page. */
const pictureHeaders = {
  "content-type": "image/webp",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "content-disposition": "inline",
  // a new picture has a new address
  "cache-control": "private, max-age=31536000, immutable",
};

/** Needs no session, because `<img>` sends no identity header; the address cannot be guessed. */
export const pictureFileRoutes = (users: UserStore): Router =>
  router().get("/media/pictures/:key", async (req, res) => {
    const { success, data } = path.safeParse(req.params);
    const bytes = success ? await users.pictureBytes(data.key) : null;
    if (bytes === null) throw new HttpError("NOT_FOUND", texts.noPicture);
    res.set(pictureHeaders).send(bytes);
  });
