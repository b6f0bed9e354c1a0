import { HttpError, identityHeader } from "@matinale/kit";
import type { UserId } from "@matinale/contracts";
import type { RequestHandler, Response } from "express";
import type { IdentityTokens } from "../clients/identity-tokens.ts";
import { streamTo } from "../clients/stream-proxy.ts";
import type { ServiceUrls, Upstreams } from "../clients/upstreams.ts";
import { defaultTimeoutMs } from "@matinale/contracts/api";
import { texts } from "../domain/texts.ts";
import { traceIds } from "../middleware/trace-ids.ts";

/** A picture of 5 MB and the multipart lines around it. */
const limitBytes = 5 * 1024 * 1024 + 16 * 1024;

/** Streams a picture to identity, one at a time for each person. */
export function pictureUpload(options: {
  urls: ServiceUrls;
  upstreams: Upstreams;
  tokens: IdentityTokens;
}): RequestHandler {
  const { urls, upstreams, tokens } = options;
  const uploading = new Map<UserId, Response>();
  const send = streamTo({
    service: "identity",
    urls,
    upstreams,
    timeoutMs: defaultTimeoutMs,
    limitBytes,
    ownHeaders: async (req) => ({
      ...traceIds(req),
      [identityHeader]: await tokens(req.userId, "identity"),
    }),
  });
  return async (req, res, next) => {
    if (!req.is("multipart/form-data")) {
      throw new HttpError("UNSUPPORTED_MEDIA_TYPE", texts.sendForm);
    }
    const { userId } = req;
    if (uploading.has(userId)) {
      throw new HttpError("ALREADY_IN_PROGRESS", texts.pictureUnderWay);
    }
    uploading.set(userId, res);
    const release = () => {
      if (uploading.get(userId) === res) uploading.delete(userId);
    };
    res.once("close", release);
    try {
      // the rest of a refused body is still being read; the next upload need not wait for that
      await send(req, res, (error?: unknown) => {
        release();
        next(error);
      });
    } catch (error) {
      release();
      throw error;
    }
  };
}
