import { HttpError, httpTexts, query, requireService, router } from "@matinale/kit";
import type { RequestHandler, Response, Router } from "express";
import { z } from "zod";
import { byteRange } from "../domain/media/byte-range.ts";
import { isValidMediaLink } from "../domain/media/media-link.ts";
import { mediaTexts } from "../domain/media/media-texts.ts";
import type { Media, MediaStore } from "../store/media.ts";

const mediaKey = z.string().regex(/^[\da-f]{64}$/u);
const signature = z.strictObject({
  exp: z.string().regex(/^\d{1,12}$/u),
  sig: z.string().regex(/^[\w-]{43}$/u),
});

const missing = () => new HttpError("NOT_FOUND", mediaTexts.missing);

const send = (res: Response, media: Media, range: string | undefined, ifRange?: string): void => {
  const etag = `"${media.key}"`;
  const usable = ifRange === undefined || ifRange === etag;
  const wanted = usable ? byteRange(range, media.size) : null;
  if (wanted === "unsatisfiable") {
    throw new HttpError("RANGE_NOT_SATISFIABLE", httpTexts.noSuchPart, {
      headers: { "content-range": `bytes */${media.size}` },
    });
  }
  const { start, end } = wanted ?? { start: 0, end: media.size - 1 };
  res.status(wanted === null ? 200 : 206).set({
    "content-type": media.mime,
    "content-length": String(end - start + 1),
    "accept-ranges": "bytes",
    etag,
    ...(wanted === null ? {} : { "content-range": `bytes ${start}-${end}/${media.size}` }),
  });
  res.end(Buffer.from(media.bytes.buffer, media.bytes.byteOffset + start, end - start + 1));
};

const find = async (media: MediaStore, key: unknown): Promise<Media> => {
  const parsed = mediaKey.safeParse(key);
  const found = parsed.success ? await media.get(parsed.data) : null;
  if (found === null) throw missing();
  return found;
};

/** Audio by a signed link that expires, because an audio element cannot send an identity token. */
export function mediaRoutes(media: MediaStore, secret: string): Router {
  const get: RequestHandler = async (req, res) => {
    const { exp, sig } = signature.parse(req.query);
    const key = String(req.params["key"]);
    if (!isValidMediaLink({ key, exp, sig }, secret, new Date())) {
      throw new HttpError("INVALID_SIGNATURE", mediaTexts.expired);
    }
    const found = await find(media, key);
    res.set({
      "cache-control": "private, max-age=3600, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-disposition": "inline",
    });
    if (req.headers["if-none-match"] === `"${key}"`) {
      res.status(304).set("etag", `"${key}"`).end();
      return;
    }
    send(res, found, req.headers.range, req.get("if-range"));
  };
  return router().get("/media/:key", query(signature), get);
}

/** Audio for the delivery service. */
export const internalMediaRoutes = (
  media: MediaStore,
  identity: { audience: string; secret: string },
): Router =>
  router().get("/internal/media/:key", requireService(identity), async (req, res) => {
    send(res, await find(media, req.params["key"]), req.headers.range);
  });
