import { router } from "@matinale/kit";
import type { Router } from "express";
import type { ShortLinks } from "../application/shorten-links.ts";
import { shortLinkPage } from "../domain/links/short-link-page.ts";

/** Opens the article of a short link. The reader is neither identified nor recorded. */
export const shortLinkRoutes = (links: ShortLinks, brand: string): Router =>
  router().get("/r/:id", async (req, res) => {
    const article = await links.articleOf(req.params.id, new Date());
    // the outlet does not learn where its reader comes from, and search engines do not list the link
    res.set({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
    if (article === null) res.status(404).type("html").send(shortLinkPage(brand));
    else res.redirect(302, article);
  });
