import { fileURLToPath } from "node:url";
import express, { type Router } from "express";

const pageFolder = fileURLToPath(new URL("../public/", import.meta.url));

/** Serves the phone page: plain files without a build. */
export const phoneFiles = (): Router =>
  express
    .Router()
    .use((_req, res, next) => {
      // Messages are untrusted, so the page allows only its own scripts.
      const policy = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'";
      res.set({ "content-security-policy": policy, "x-content-type-options": "nosniff" });
      next();
    })
    .use(express.static(pageFolder, { cacheControl: false }));
