import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { placeholdersOf, type Product } from "@matinale/contracts";
import { HttpError, httpTexts, isOpened, type Logger } from "@matinale/kit";
import express, { type Request, type RequestHandler, type Router } from "express";
import staticGzip from "express-static-gzip";
import { allowOnly } from "../middleware/allow-only.ts";
import { prerenderedPages, readPageIndex, type PageIndex } from "./prerendered-pages.ts";

const notHere = () => new HttpError("NOT_FOUND", httpTexts.nothingHere);

const isPage = (req: Request): boolean => !/\.\w+$/.test(req.path) && req.accepts("html") !== false;

const where =
  (applies: (req: Request) => boolean, handler: RequestHandler): RequestHandler =>
  (req, res, next) =>
    applies(req) ? handler(req, res, next) : next();

/** The pages name the brand, the company and the prices of the file with which they were built. */
function warnOfOtherProduct({ product: built }: PageIndex, product: Product, logger: Logger): void {
  const parts = Object.keys(built) as (keyof typeof built)[];
  const differing = parts.filter((part) => !isDeepStrictEqual(built[part], product[part]));
  if (differing.length === 0) return;
  const placeholders = placeholdersOf(built);
  logger.warn(
    { differing, placeholders },
    "the site was built with another product file, build it again",
  );
}

interface WebAppOptions {
  folder: string;
  publicUrl: string;
  product: Product;
  mark: RequestHandler;
}

/**
 * The built web app. Browsers cache files with a hash in their name for a year, and revalidate pages.
 *
 * @param folder    read once: a new build needs a restart
 * @param publicUrl address of the site, for links that must name it
 * @param product   the owner's file of today
 * @param mark      runs for every page, not for the files that pages load
 */
export function webApp(
  { folder, publicUrl, product, mark }: WebAppOptions,
  logger: Logger,
): Router {
  const router = express.Router();
  const isBuilt = existsSync(join(folder, "pages/index.json"));
  if (!isBuilt) logger.warn({ folder }, "the site is not built: run npm run build -w web");

  router.use(allowOnly("GET", "HEAD"), (req, _res, next) => {
    // paths of other routes: no file of a build may appear there
    if (/^\/(?:api|media|webhooks|pages)(?:\/|$)/.test(req.path)) throw notHere();
    next();
  });
  if (isBuilt) {
    // the front page has one address: "/"
    router.get("/index.html", (_req, res) => res.redirect(301, "/"));
    const root = resolve(folder);
    const hashed = join(root, "assets/");
    const files = staticGzip(root, {
      enableBrotli: true,
      orderPreference: ["br"],
      index: false,
      serveStatic: {
        redirect: false,
        setHeaders: (res, path) => {
          const isHashed = path.startsWith(hashed);
          const caching = isHashed ? "public, max-age=31536000, immutable" : "no-cache";
          res.setHeader("cache-control", caching);
        },
      },
    });
    router.use(where(isPage, mark));
    const index = readPageIndex(folder);
    warnOfOtherProduct(index, product, logger);
    const { files: texts, page } = prerenderedPages(folder, publicUrl, index);
    router.use(texts, where(isPage, page), files);
    // an address such as /index.php: the page that says that there is nothing
    router.use(where(isOpened, mark), where(isOpened, page));
  }
  router.use(() => {
    throw notHere();
  });
  return router;
}
