import { Agent } from "node:http";
import { RedisStore } from "connect-redis";
import express from "express";
import session from "express-session";
import { createProxyMiddleware } from "http-proxy-middleware";
import { Redis } from "ioredis";

declare module "express-session" {
  interface SessionData {
    isSignedIn: boolean;
  }
}

/** The simplest proxy with sessions, as in the READMEs of its libraries: no limits, checks, timeouts or metrics. */
const app = express();
app.use(
  session({
    secret: "bench",
    store: new RedisStore({ client: new Redis(process.env["REDIS_URL"] ?? "") }),
    resave: false,
    saveUninitialized: false,
  }),
);
app.post("/api/login", (req, res) => {
  req.session.isSignedIn = true;
  res.json({ success: true });
});
app.use((req, res, next) => {
  if (req.session.isSignedIn === true) next();
  else res.sendStatus(401);
});
app.use(
  createProxyMiddleware({
    target: process.env["UPSTREAM"] ?? "",
    agent: new Agent({ keepAlive: true }),
  }),
);
app.listen(Number(process.env["PORT"]), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
