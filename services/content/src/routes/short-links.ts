import { noticePage, router } from "@matinale/kit";
import type { Router } from "express";
import type { ShortLinks } from "../application/shorten-links.ts";

const expired = {
  fr: "Ce lien n’est plus valable.",
  en: "This link no longer works.",
};
const howToFind = {
  fr: "Les liens d’une édition s’ouvrent pendant sept jours. Le nom du journal, à côté du lien, vous aidera à retrouver l’article.",
  en: "Links in an edition work for seven days. The outlet named beside the link will help you find the article.",
};

/** Opens the article of a short link. The reader is neither identified nor recorded. */
export const shortLinkRoutes = (links: ShortLinks, brand: string): Router =>
  router().get("/r/:id", async (req, res) => {
    const article = await links.articleOf(req.params.id, new Date());
    // the outlet does not learn where its reader comes from, and search engines do not list the link
    res.set({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
    if (article !== null) return res.redirect(302, article);
    res
      .status(404)
      .type("html")
      .send(noticePage(brand, expired, howToFind));
  });
