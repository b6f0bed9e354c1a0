import express from "express";
import type { Router } from "express";
import type { Simulation } from "../simulation.ts";

/** A mail is untrusted: no scripts, nothing loaded from elsewhere, links in a new tab. */
const policy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** The received mails, oldest first; `to` selects those to one address. */
export const mailRoutes = ({ inbox }: Pick<Simulation, "inbox">): Router =>
  express
    .Router()
    .get("/mail", (req, res) => {
      const { to } = req.query;
      res.json(inbox.list(typeof to === "string" ? to : undefined));
    })
    .get("/mail/:id/html", (req, res, next) => {
      const mail = inbox.find(req.params.id);
      if (mail === undefined) return next();
      res.set({ "content-security-policy": policy, "x-content-type-options": "nosniff" });
      res.type("html").send(mail.html.replace("<head>", '<head><base target="_blank">'));
    });
