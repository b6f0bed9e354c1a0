import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import express from "express";
import type { Router } from "express";

const { resolve } = createRequire(import.meta.url);
const pageFolder = fileURLToPath(new URL("../public/", import.meta.url));

/** The style sheet and the files of a typeface. */
const typeface = (name: string) =>
  express.static(dirname(resolve(`@fontsource-variable/${name}/index.css`)), { maxAge: "1d" });

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
    .use("/fonts/newsreader", typeface("newsreader"))
    .use("/fonts/schibsted-grotesk", typeface("schibsted-grotesk"))
    .use(express.static(pageFolder, { cacheControl: false }));
