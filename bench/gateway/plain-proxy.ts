import { Agent } from "node:http";
import express from "express";
import { createProxyMiddleware } from "http-proxy-middleware";

/** The simplest proxy: express and http-proxy-middleware, without session, limits or metrics. */
const app = express();
app.use(
  createProxyMiddleware({
    target: process.env["UPSTREAM"] ?? "",
    agent: new Agent({ keepAlive: true }),
  }),
);
app.listen(Number(process.env["PORT"]), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
