import { createHash } from "node:crypto";
import express, { type Request, type Router } from "express";
import type { Simulation } from "../simulation.ts";
import { edition, findPublished, newest } from "./edition.ts";
import { feedXml } from "./feed-xml.ts";
import { feeds } from "./outlets.ts";
import { storyPage } from "./story-page.ts";

/** Sample news: the catalogue, the feeds and the pages of the stories. */
export const feedRoutes = ({ log, now, faults }: Simulation): Router =>
  express
    .Router()
    .get("/feeds/catalogue.json", (req, res) => {
      res.json(
        feeds.map(({ id, outlet, language, country, category }) => {
          const url = `${originOf(req)}/feeds/${id}.xml`;
          const samples = { terms: "licensed", simulated: true };
          return { id, url, outlet, language, country, category, ...samples };
        }),
      );
    })
    .get("/feeds/:file", (req, res, next) => {
      const feed = feeds.find(({ id }) => req.params.file === `${id}.xml`);
      if (!feed) {
        next();
        return;
      }
      if (faults.settings.brokenFeeds?.includes(feed.id)) {
        log.record({ kind: "feed", type: feed.id, status: 200 });
        res.type("html").send("<!doctype html><title>We have moved</title>");
        return;
      }
      const stories = edition(feed, now());
      const xml = feedXml(feed, stories, originOf(req));
      res.set({
        "content-type": `application/${feed.format}+xml; charset=utf-8`,
        "cache-control": "no-cache",
        etag: `"${createHash("sha256").update(xml).digest("base64url").slice(0, 22)}"`,
        "last-modified": new Date(newest(stories)).toUTCString(),
      });
      // fetch adds this header to a request with its own validators, and Express then never returns 304.
      delete req.headers["cache-control"];
      log.record({ kind: "feed", type: feed.id, status: req.fresh ? 304 : 200 });
      res.send(xml);
    })
    .get("/stories/:guid", (req, res, next) => {
      const found = findPublished(req.params.guid, now());
      if (found) res.type("html").send(storyPage(found.feed, found.story));
      else next();
    });

const originOf = (req: Request): string => `${req.protocol}://${req.get("host")}`;
