import type { Router } from "express";
import express from "express";
import type { CallLog } from "../call-log.ts";
import { GraphError } from "./graph-error.ts";
import { MAX_MEDIA_BYTES, type Media, type MediaStore } from "./media-store.ts";

interface Dependencies {
  media: MediaStore;
  log: CallLog;
}

const OVERHEAD = 64 * 1024;

/** POST media: a file in multipart/form-data. */
export function mediaUploadRoutes({ media, log }: Dependencies): Router {
  return express
    .Router({ mergeParams: true })
    .post(
      "/media",
      express.raw({ type: "multipart/form-data", limit: MAX_MEDIA_BYTES + OVERHEAD }),
      async (req, res) => {
        try {
          const { bytes, mime } = await readUpload(req.body, req.get("content-type"));
          const { id, sha256 } = await media.add(bytes, mime);
          log.record({
            kind: "media",
            type: mime,
            status: 200,
            accepted: true,
            mediaId: id,
            sha256,
          });
          res.json({ id });
        } catch (error) {
          if (error instanceof GraphError) {
            const { status, code } = error;
            log.record({ kind: "media", status, code, accepted: false });
          }
          throw error;
        }
      },
    );
}

/** GET and DELETE of one upload, by its id. */
export function mediaRoutes({ media }: Pick<Dependencies, "media">): Router {
  const find = (id: string): Media => {
    const found = media.find(id);
    if (!found) throw new GraphError(100, `Object with ID '${id}' does not exist.`);
    return found;
  };
  return express
    .Router()
    .get("/:id", (req, res) => {
      const { id, mime, sha256, bytes } = find(req.params.id);
      res.json({
        messaging_product: "whatsapp",
        url: `${req.protocol}://${req.get("host")}/whatsapp-media/${id}`,
        mime_type: mime,
        sha256,
        file_size: bytes.length,
        id,
      });
    })
    .delete("/:id", (req, res) => {
      media.remove(find(req.params.id).id);
      res.json({ success: true });
    });
}

async function readUpload(body: unknown, contentType: string | undefined) {
  if (!Buffer.isBuffer(body) || contentType === undefined) {
    throw new GraphError(100, "The request must be multipart/form-data.");
  }
  // Node's own multipart parser.
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": contentType },
  })
    .formData()
    .catch(() => {
      throw new GraphError(100, "The multipart body is not readable.");
    });
  if (form.get("messaging_product") !== "whatsapp") {
    throw new GraphError(100, "The parameter messaging_product is required and must be whatsapp.");
  }
  const file = form.get("file");
  if (!(file instanceof File)) throw new GraphError(100, "The parameter file is required.");
  const type = form.get("type");
  const mime = typeof type === "string" && type !== "" ? type : file.type;
  return { bytes: Buffer.from(await file.arrayBuffer()), mime };
}
