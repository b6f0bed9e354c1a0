import { HttpError, router } from "@matinale/kit";
import type { Router } from "express";
import type { ShortLinks } from "../application/shorten-links.ts";

const expired = {
  fr: "Ce lien n’est plus valable.",
  en: "This link no longer works.",
};

/** Opens the article of a short link. The reader is neither identified nor recorded. */
export const shortLinkRoutes = (links: ShortLinks): Router =>
  router().get("/r/:id", async (req, res) => {
    const article = await links.articleOf(req.params.id, new Date());
    // the gateway shows people a page
    if (article === null) throw new HttpError("NOT_FOUND", expired);
    // the outlet does not learn where its reader comes from, and search engines do not list the link
    res.set({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
    res.redirect(302, article);
  });
