import { defaultTimeoutMs } from "@matinale/contracts/api";
import { HttpError, identityHeader } from "@matinale/kit";
import type { UserId } from "@matinale/contracts";
import type { RequestHandler } from "express";
import type { AppDeps } from "./deps.ts";
import { texts } from "../domain/texts.ts";
import { traceIds } from "../middleware/trace-ids.ts";

/** A picture of 5 MB and the multipart lines around it. */
const limitBytes = 5 * 1024 * 1024 + 16 * 1024;

/** Streams a picture to identity, one at a time for each person. */
export function pictureUpload({ proxy, tokens }: AppDeps): RequestHandler {
  const uploading = new Set<UserId>();
  const send = proxy({
    service: "identity",
    timeoutMs: defaultTimeoutMs,
    stream: { limitBytes },
    ownHeaders: async (req) => ({
      ...traceIds(req),
      [identityHeader]: await tokens(req.userId, "identity"),
    }),
  });
  return async (req, res, next) => {
    const { userId } = req;
    if (!req.is("multipart/form-data")) {
      throw new HttpError("UNSUPPORTED_MEDIA_TYPE", texts.sendForm);
    }
    if (uploading.has(userId)) {
      throw new HttpError("ALREADY_IN_PROGRESS", texts.pictureUnderWay);
    }
    uploading.add(userId);
    try {
      await send(req, res, next);
    } finally {
      // the rest of a refused body may still be arriving; the next upload need not wait for that
      uploading.delete(userId);
    }
  };
}
