import type { Router } from "express";
import express from "express";
import type { MediaStore } from "../whatsapp/media-store.ts";

/** Serves the audio of a message to the phone page and to tests. Supports ranges, so that players can seek. */
export function mediaFileRoutes(media: MediaStore): Router {
  return express.Router().get("/media/:id", (req, res) => {
    const found = media.find(req.params.id);
    if (!found) {
      res.status(404).json({ message: "There is no such upload." });
      return;
    }
    const size = found.bytes.length;
    res.set({ "content-type": found.mime, "accept-ranges": "bytes", "cache-control": "no-store" });
    const ranges = req.range(size);
    if (ranges === -1) {
      res.status(416).set("content-range", `bytes */${size}`).end();
      return;
    }
    const [range] = Array.isArray(ranges) && ranges.type === "bytes" ? ranges : [];
    if (!range) {
      res.send(found.bytes);
      return;
    }
    res
      .status(206)
      .set("content-range", `bytes ${range.start}-${range.end}/${size}`)
      .send(found.bytes.subarray(range.start, range.end + 1));
  });
}
