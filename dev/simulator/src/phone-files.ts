import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import express from "express";
import type { Router } from "express";

const require = createRequire(import.meta.url);
const pageFolder = fileURLToPath(new URL("../public/", import.meta.url));

/** Serves the style sheet of a typeface with its files. */
const typeface = (styleSheet: string) => express.static(dirname(styleSheet), { maxAge: "1d" });

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
    .use(
      "/fonts/newsreader",
      typeface(require.resolve("@fontsource-variable/newsreader/index.css")),
    )
    .use(
      "/fonts/schibsted-grotesk",
      typeface(require.resolve("@fontsource-variable/schibsted-grotesk/index.css")),
    )
    .use(express.static(pageFolder, { cacheControl: false }));
