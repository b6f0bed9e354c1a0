import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import express from "express";
import { CallLog } from "./call-log.ts";
import type { Config } from "./config.ts";
import { Faults } from "./faults.ts";
import { feedRoutes } from "./feeds/routes.ts";
import { Changes } from "./changes.ts";
import { phoneFiles } from "./phone-files.ts";
import { Phones } from "./phone/phones.ts";
import { simRoutes } from "./sim/routes.ts";
import { SpeechEngine } from "./speech/engine.ts";
import { speechRoutes } from "./speech/routes.ts";
import { stripeRoutes } from "./stripe/routes.ts";
import { wahaFormat } from "./waha/events.ts";
import { wahaRoutes } from "./waha/routes.ts";
import { MediaStore } from "./whatsapp/media-store.ts";
import { PairRate } from "./whatsapp/pair-rate.ts";
import { mediaDownloadRoutes, whatsappRoutes } from "./whatsapp/routes.ts";
import { Throughput } from "./whatsapp/throughput.ts";
import { cloudApiFormat } from "./whatsapp/webhook-payload.ts";
import { Webhooks } from "./whatsapp/webhooks.ts";

interface Overrides {
  now?: () => number;
  random?: () => number;
  confirmAfterMs?: number;
  retryMs?: number;
}

export interface Simulator {
  server: Server;
  url: string;
  close(): Promise<void>;
}

/** Starts all simulated providers on one port. */
export async function startSimulator(
  config: Config,
  overrides: Overrides = {},
): Promise<Simulator> {
  const { now = Date.now, random = Math.random, confirmAfterMs = 400, retryMs = 250 } = overrides;
  const changes = new Changes();
  const log = new CallLog(now, changes);
  const faults = new Faults(random, changes);
  const media = new MediaStore();
  const engine = new SpeechEngine();
  const { token, appSecret, phoneNumberId, businessNumber, webhookUrl } = config;
  const isLinkedPhone = config.adapter === "waha";
  const format = isLinkedPhone
    ? wahaFormat(config, now)
    : cloudApiFormat({ phoneNumberId, businessNumber }, appSecret);
  const webhooks = new Webhooks({ url: webhookUrl, format, faults, random, retryMs });
  const throughput = new Throughput(now);
  const pairs = new PairRate(now);
  const timers = new Set<NodeJS.Timeout>();
  const phones = new Phones({
    now,
    changes,
    publish: (item) => webhooks.push(item),
    later: (ms, run) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, ms);
      timers.add(timer);
    },
    newMessageId: isLinkedPhone
      ? () => `3EB0${randomBytes(9).toString("hex").toUpperCase()}`
      : () => `wamid.${randomBytes(27).toString("base64url")}`,
    confirmAfterMs,
  });
  const provider = { phones, media, faults, log, throughput, pairs, now };
  const stopPending = () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    webhooks.clear();
  };
  const reset = () => {
    stopPending();
    phones.clear();
    log.clear();
    faults.replace({});
    changes.publish({ kind: "reset" });
  };

  const app = express()
    .disable("x-powered-by")
    .disable("etag")
    .get("/healthz", (_req, res) => res.json({ status: "ok", simulated: true }))
    .use(stripeRoutes(now, random))
    .use("/sim", simRoutes({ phones, media, faults, log, changes, now, reset }))
    .use(feedRoutes({ log, now }))
    .use(speechRoutes({ engine, faults, log }))
    .use(/^\/v\d+\.\d+/, whatsappRoutes({ ...provider, token, phoneNumberId, businessNumber }))
    .use("/api", wahaRoutes({ ...provider, config }))
    .use("/whatsapp-media", mediaDownloadRoutes({ media, token, log }))
    .use(phoneFiles())
    .use((req, res) => {
      res.status(404).json({ message: `The simulator has no ${req.method} ${req.path}.` });
    });

  const server = app.listen(config.port, config.host);
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve).once("error", reject);
  });
  // Longer than clients keep an idle connection, so that none sends a request while the server closes it.
  server.keepAliveTimeout = 65_000;
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.port;
  return {
    server,
    url: `http://${config.host}:${port}`,
    async close() {
      stopPending();
      webhooks.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, engine.close()]);
    },
  };
}
