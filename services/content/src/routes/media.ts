import { HttpError, httpTexts, requireService, router } from "@matinale/kit";
import type { Request, RequestHandler, Response, Router } from "express";
import { z } from "zod";
import { isValidMediaLink } from "../domain/media/media-link.ts";
import type { Media, MediaStore } from "../store/media.ts";

const mediaTexts = {
  missing: {
    fr: "Cet audio n’est plus conservé. Demandez un nouvel aperçu.",
    en: "This audio is no longer kept. Ask for a new preview.",
  },
  expired: {
    fr: "Ce lien a expiré. Demandez un nouvel aperçu.",
    en: "This link has expired. Ask for a new preview.",
  },
};

const mediaKey = z.string().regex(/^[\da-f]{64}$/u);
const signature = z.strictObject({
  exp: z.string().regex(/^\d{1,12}$/u),
  sig: z.string().regex(/^[\w-]{43}$/u),
});

/** Sends a file, or the one part of it that the request asks for; the whole file when it asks for several. */
function send(req: Request, res: Response, { _id: key, mime, bytes }: Media): void {
  const etag = `"${key}"`;
  const ifRange = req.get("if-range");
  const ranges = ifRange === undefined || ifRange === etag ? req.range(bytes.length) : undefined;
  if (ranges === -1) {
    throw new HttpError("RANGE_NOT_SATISFIABLE", httpTexts.noSuchPart, {
      headers: { "content-range": `bytes */${bytes.length}` },
    });
  }
  res.set({ "content-type": mime, "accept-ranges": "bytes", etag });
  const [range, ...others] = Array.isArray(ranges) && ranges.type === "bytes" ? ranges : [];
  if (range === undefined || others.length > 0) {
    res.send(bytes);
    return;
  }
  const { start, end } = range;
  res.status(206).set("content-range", `bytes ${start}-${end}/${bytes.length}`);
  res.send(bytes.subarray(start, end + 1));
}

const find = async (media: MediaStore, key: unknown): Promise<Media> => {
  const parsed = mediaKey.safeParse(key);
  const found = parsed.success ? await media.document(parsed.data) : null;
  if (found === null) throw new HttpError("NOT_FOUND", mediaTexts.missing);
  return found;
};

/** Audio by a signed link that expires, because an audio element cannot send an identity token. */
export function mediaRoutes(media: MediaStore, secret: string): Router {
  const get: RequestHandler = async (req, res) => {
    const key = String(req.params["key"]);
    const { data: signed } = signature.safeParse(req.query);
    // a link that was cut is as useless as one that has expired
    if (signed === undefined || !isValidMediaLink({ key, ...signed }, secret, new Date())) {
      throw new HttpError("INVALID_SIGNATURE", mediaTexts.expired);
    }
    const found = await find(media, key);
    res.set({
      "cache-control": "private, max-age=3600, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-disposition": "inline",
    });
    send(req, res, found);
  };
  return router().get("/media/:key", get);
}

/** Audio for the delivery service. */
export const internalMediaRoutes = (
  media: MediaStore,
  identity: { audience: string; secret: string },
): Router =>
  router().get("/internal/media/:key", requireService(identity), async (req, res) => {
    send(req, res, await find(media, req.params["key"]));
  });
