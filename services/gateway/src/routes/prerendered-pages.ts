import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { productSchema } from "@matinale/contracts";
import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import { plainCookie } from "../middleware/session-marker.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Index of the prerendered pages, written by the build of the site. */
const indexSchema = z.object({
  pages: z.record(z.string(), z.string()),
  /** Page for every other address. */
  other: z.string(),
  /** Page for every address, for visitors with a session cookie. */
  signedIn: z.string(),
  /** The first is the default. */
  languages: z.tuple([z.string()], z.string()),
  /** Placeholder for the address of the site. */
  originMark: z.string(),
  /** The owner's file with which the site was built. */
  product: productSchema.omit({ incidents: true }),
});

export type PageIndex = z.infer<typeof indexSchema>;

/** @param folder of the built web app, read once */
export const readPageIndex = (folder: string): PageIndex =>
  indexSchema.parse(JSON.parse(readFileSync(join(folder, "pages/index.json"), "utf8")));

const types: Record<string, string> = {
  ".html": "text/html;charset=utf-8",
  ".txt": "text/plain;charset=utf-8",
  ".xml": "application/xml",
};

interface Text {
  type: string;
  etag: string;
  raw: Buffer;
  br: () => Promise<Buffer>;
  gzip: () => Promise<Buffer>;
}

/**
 * Serves the prerendered pages, in the language of the link or of the visitor's cookie, with the address of
 * this site. Visitors with a session cookie get a page without content, which the browser renders.
 *
 * @param folder of the built web app, read once
 */
export function prerenderedPages(
  folder: string,
  publicUrl: string,
  index: PageIndex,
): { page: RequestHandler; files: RequestHandler } {
  const read = (name: string): Text =>
    textOf(
      name,
      readFileSync(join(folder, "pages", name), "utf8").replaceAll(
        index.originMark,
        new URL(publicUrl).origin,
      ),
    );
  const names = new Set([...Object.values(index.pages), index.other, index.signedIn]);
  const texts = new Map(
    [...names].flatMap((name) =>
      index.languages.map((language) => {
        const file = `${name}.${language}.html`;
        return [file, read(file)] as const;
      }),
    ),
  );
  const files = new Map(["/sitemap.xml", "/robots.txt"].map((path) => [path, read(path.slice(1))]));

  return {
    page: async (req, res, next) => {
      const link = new URL(req.url, publicUrl).searchParams.get("lang");
      const requested = [link, plainCookie(req.headers.cookie, "language")];
      const language = requested.find((one) => index.languages.includes(String(one)));
      const address = req.path.replace(/(?<=.)\/$/, "");
      const known = Object.hasOwn(index.pages, address) ? index.pages[address] : undefined;
      const name = req.hasSessionCookie === true ? index.signedIn : (known ?? index.other);
      // search engines and monitoring read the status; people see the page
      res.status(known === undefined ? 404 : 200);
      const text = texts.get(`${name}.${String(language ?? index.languages[0])}.html`);
      if (text) await send(req, res, text);
      else next();
    },
    files: async (req, res, next) => {
      const text = files.get(req.path);
      if (text) await send(req, res, text);
      else next();
    },
  };
}

function textOf(name: string, text: string): Text {
  const raw = Buffer.from(text);
  return {
    type: types[extname(name)] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(raw).digest("base64url").slice(0, 22)}"`,
    raw,
    br: once(() =>
      toBrotli(raw, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: raw.byteLength } }),
    ),
    gzip: once(() => toGzip(raw)),
  };
}

/** Compresses a page for its first visitor: all pages at once would keep 30 MB of memory from the start. */
function once(compress: () => Promise<Buffer>): () => Promise<Buffer> {
  let compressed: Promise<Buffer> | undefined;
  return () => (compressed ??= compress());
}

async function send(req: Request, res: Response, text: Text): Promise<void> {
  // browsers list gzip first, which is a quarter larger
  const encoding = req.acceptsEncodings("br") || req.acceptsEncodings("gzip");
  const isCompressed = encoding === "br" || encoding === "gzip";
  res.set({
    "cache-control": "no-cache",
    "content-type": text.type,
    // the page depends on both: a shared cache must not serve it to other visitors
    vary: "Accept-Encoding, Cookie",
    etag: `W/${text.etag}`,
    ...(isCompressed ? { "content-encoding": encoding } : {}),
  });
  res.send(isCompressed ? await text[encoding]() : text.raw);
}
