import { once } from "node:events";
import express from "express";
import type { Config } from "./config.ts";
import { feedRoutes } from "./feeds/routes.ts";
import { startMailServer } from "./mail/mail-server.ts";
import { phoneFiles } from "./phone-files.ts";
import { simRoutes } from "./sim/routes.ts";
import { createSimulation, type Overrides } from "./simulation.ts";
import { createSpeechEngine } from "./speech/engine.ts";
import { openAiSpeechRoutes } from "./speech/openai-speech.ts";
import { googleSpeechRoutes } from "./speech/google-speech.ts";
import { stripeRoutes } from "./stripe/routes.ts";
import { wahaRoutes } from "./waha/routes.ts";
import { whatsappRoutes } from "./whatsapp/routes.ts";

/** Starts all simulated providers on one port, and the mail server on another. */
export async function startSimulator(
  config: Config,
  overrides?: Overrides,
): Promise<{ url: string; smtpUrl: string; close(): Promise<void> }> {
  const engine = createSpeechEngine();
  const simulation = createSimulation(config, overrides);

  const app = express()
    .disable("x-powered-by")
    .disable("etag")
    .get("/healthz", (_req, res) => res.json({ status: "ok", simulated: true }))
    .use(stripeRoutes(simulation.now, simulation.random))
    .use("/sim", simRoutes(simulation))
    .use(feedRoutes(simulation))
    .use(googleSpeechRoutes(simulation, engine))
    .use(openAiSpeechRoutes(simulation, engine))
    .use(/^\/v\d+\.\d+/, whatsappRoutes(simulation))
    .use("/api", wahaRoutes(simulation))
    .use(phoneFiles())
    .use((req, res) => {
      res.status(404).json({ message: `The simulator has no ${req.method} ${req.path}.` });
    });

  const mail = await startMailServer({ host: config.HOST, port: config.MAIL_PORT }, simulation);
  const server = app.listen(config.PHONE_PORT, config.HOST);
  await once(server, "listening");
  // Longer than clients keep an idle connection, so that none sends a request while the server closes it.
  server.keepAliveTimeout = 65_000;
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.PHONE_PORT;
  return {
    url: `http://${config.HOST}:${port}`,
    smtpUrl: `smtp://${config.HOST}:${mail.port}`,
    async close() {
      simulation.stopPending();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, engine.close(), mail.close()]);
    },
  };
}
