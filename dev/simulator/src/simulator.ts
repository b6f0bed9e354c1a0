import { randomBytes } from "node:crypto";
import { once } from "node:events";
import express from "express";
import { CallLog } from "./call-log.ts";
import { Changes } from "./changes.ts";
import type { Config } from "./config.ts";
import { Faults } from "./faults.ts";
import { feedRoutes } from "./feeds/routes.ts";
import { Inbox } from "./mail/inbox.ts";
import { startMailServer } from "./mail/mail-server.ts";
import { phoneFiles } from "./phone-files.ts";
import { Phones } from "./phone/phones.ts";
import { simRoutes } from "./sim/routes.ts";
import type { Simulation } from "./simulation.ts";
import { SpeechEngine } from "./speech/engine.ts";
import { openAiSpeechRoutes } from "./speech/openai-routes.ts";
import { googleSpeechRoutes } from "./speech/google-routes.ts";
import { stripeRoutes } from "./stripe/routes.ts";
import { wahaFormat } from "./waha/events.ts";
import { wahaRoutes } from "./waha/routes.ts";
import { MediaStore } from "./whatsapp/media-store.ts";
import { RateLimits } from "./whatsapp/rate-limits.ts";
import { whatsappRoutes } from "./whatsapp/routes.ts";
import { cloudApiFormat } from "./whatsapp/webhook-payload.ts";
import { Webhooks } from "./whatsapp/webhooks.ts";

interface Overrides {
  now?: () => number;
  random?: () => number;
  confirmAfterMs?: number;
  retryMs?: number;
}

/** Starts all simulated providers on one port, and the mail server on another. */
export async function startSimulator(
  config: Config,
  { now = Date.now, random = Math.random, confirmAfterMs = 400, retryMs = 250 }: Overrides = {},
): Promise<{ url: string; smtpUrl: string; close(): Promise<void> }> {
  const changes = new Changes().setMaxListeners(0);
  const faults = new Faults(random, changes);
  const engine = new SpeechEngine();
  const isLinkedPhone = config.WHATSAPP_ADAPTER === "waha";
  const format = isLinkedPhone ? wahaFormat(config, now) : cloudApiFormat(config);
  const webhooks = new Webhooks({ url: config.WEBHOOK_URL, format, faults, random, retryMs });
  const phones = new Phones({
    now,
    changes,
    publish: (item) => webhooks.push(item),
    newMessageId: isLinkedPhone
      ? () => `3EB0${randomBytes(9).toString("hex").toUpperCase()}`
      : () => `wamid.${randomBytes(27).toString("base64url")}`,
    confirmAfterMs,
  });
  const simulation: Simulation = {
    config,
    now,
    changes,
    log: new CallLog(now, changes),
    faults,
    inbox: new Inbox(now, changes),
    media: new MediaStore(),
    phones,
    limits: new RateLimits(now),
  };
  const stopPending = () => {
    phones.clear();
    webhooks.clear();
  };
  const reset = () => {
    stopPending();
    simulation.log.clear();
    simulation.inbox.clear();
    faults.replace({});
    changes.publish({ kind: "reset" });
  };

  const app = express()
    .disable("x-powered-by")
    .disable("etag")
    .get("/healthz", (_req, res) => res.json({ status: "ok", simulated: true }))
    .use(stripeRoutes(now, random))
    .use("/sim", simRoutes(simulation, reset))
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
      stopPending();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, engine.close(), mail.close()]);
    },
  };
}
