import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { RequestHandler, Router } from "express";
import express from "express";

const require = createRequire(import.meta.url);
const pageFolder = fileURLToPath(new URL("../public/", import.meta.url));
const typefaces: Record<string, string> = {
  "newsreader-latin-opsz-normal.woff2":
    require.resolve("@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2"),
  "schibsted-grotesk-latin-wght-normal.woff2":
    require.resolve("@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2"),
};

const onlyOwnFiles: RequestHandler = (_req, res, next) => {
  // Messages are untrusted, so the page allows only its own scripts.
  res.set("content-security-policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'");
  res.set("x-content-type-options", "nosniff");
  next();
};

/** Serves the phone page: plain files without a build. */
export function phoneFiles(): Router {
  return express
    .Router()
    .use(onlyOwnFiles)
    .get("/fonts/:file", (req, res, next) => {
      const file = typefaces[req.params.file];
      if (file === undefined) {
        next();
        return;
      }
      res.sendFile(file, {
        maxAge: "1d",
        dotfiles: "allow",
      });
    })
    .use(express.static(pageFolder, { cacheControl: false, dotfiles: "ignore" }));
}
