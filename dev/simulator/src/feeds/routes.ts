import { createHash } from "node:crypto";
import type { Request, Router } from "express";
import express from "express";
import type { CallLog } from "../call-log.ts";
import { edition, findPublished } from "./edition.ts";
import { feedXml, newest } from "./feed-xml.ts";
import { feeds } from "./outlets.ts";
import { storyPage } from "./story-page.ts";

interface Dependencies {
  log: CallLog;
  now: () => number;
}

/** Sample news: the catalogue, the feeds and the pages of the stories. */
export function feedRoutes({ log, now }: Dependencies): Router {
  return express
    .Router()
    .get("/feeds/catalogue.json", (req, res) => {
      res.json(
        feeds.map(({ id, outlet, language, country, category }) => ({
          id,
          url: `${originOf(req)}/feeds/${id}.xml`,
          outlet,
          language,
          country,
          category,
        })),
      );
    })
    .get("/feeds/:file", (req, res, next) => {
      const feed = feeds.find(({ id }) => req.params.file === `${id}.xml`);
      if (!feed) {
        next();
        return;
      }
      const stories = edition(feed, now());
      const xml = feedXml(feed, stories, originOf(req));
      const etag = `"${createHash("sha256").update(xml).digest("base64url").slice(0, 22)}"`;
      const lastModified = new Date(newest(stories)).toUTCString();
      res.set({
        "content-type": `application/${feed.format}+xml; charset=utf-8`,
        "cache-control": "no-cache",
        etag,
        "last-modified": lastModified,
      });
      const status = isUnchanged(req, etag, newest(stories)) ? 304 : 200;
      log.record({ kind: "feed", type: feed.id, status, accepted: true });
      if (status === 304) res.status(304).end();
      else res.send(xml);
    })
    .get("/stories/:guid", (req, res, next) => {
      const found = findPublished(req.params.guid, now());
      if (found) res.type("html").send(storyPage(found.feed, found.story));
      else next();
    });
}

/**
 * `req.fresh` does not work here: fetch adds `cache-control: no-cache` to a request with its own validators, and
 * Express then never returns 304.
 */
function isUnchanged(req: Request, etag: string, modifiedAt: number): boolean {
  const tags = req.get("if-none-match");
  if (tags !== undefined) {
    return tags
      .split(",")
      .some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");
  }
  const since = Date.parse(req.get("if-modified-since") ?? "");
  return modifiedAt <= since;
}

function originOf(req: Request): string {
  return `${req.protocol}://${req.get("host")}`;
}
