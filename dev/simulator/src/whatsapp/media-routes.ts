import express, { type Request, type Router } from "express";
import { GraphError } from "./graph-error.ts";
import { MAX_MEDIA_BYTES } from "./media-store.ts";
import type { Simulation } from "../simulation.ts";

const OVERHEAD = 64 * 1024;

/** POST media: a file in multipart/form-data. */
export const mediaUploadRoutes = ({ media, log }: Simulation): Router =>
  express
    .Router()
    .post(
      "/media",
      express.raw({ type: "multipart/form-data", limit: MAX_MEDIA_BYTES + OVERHEAD }),
      async (req, res) => {
        const { bytes, mime } = await readUpload(req);
        const { id, sha256 } = await media.add(bytes, mime);
        log.record({ kind: "media", type: mime, status: 200, mediaId: id, sha256 });
        res.json({ id });
      },
    );

async function readUpload(req: Request) {
  const body: unknown = req.body;
  const contentType = req.get("content-type");
  if (!Buffer.isBuffer(body) || contentType === undefined) {
    throw new GraphError(100, "The request must be multipart/form-data.");
  }
  // Node's own multipart parser.
  const multipart = new Response(new Uint8Array(body), {
    headers: { "content-type": contentType },
  });
  const form = await multipart.formData().catch(() => {
    throw new GraphError(100, "The multipart body is not readable.");
  });
  if (form.get("messaging_product") !== "whatsapp") {
    throw new GraphError(100, "The parameter messaging_product is required and must be whatsapp.");
  }
  const file = form.get("file");
  if (!(file instanceof File)) throw new GraphError(100, "The parameter file is required.");
  const mime = String(form.get("type") ?? "") || file.type;
  return { bytes: Buffer.from(await file.arrayBuffer()), mime };
}
