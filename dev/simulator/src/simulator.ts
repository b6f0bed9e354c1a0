import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import express from "express";
import { CallLog } from "./call-log.ts";
import type { Config } from "./config.ts";
import { Faults } from "./faults.ts";
import { feedRoutes } from "./feeds/routes.ts";
import { Live } from "./live.ts";
import { phoneFiles } from "./phone-files.ts";
import { Phones } from "./phone/phones.ts";
import { simRoutes } from "./sim/routes.ts";
import { SpeechEngine } from "./speech/engine.ts";
import { speechRoutes } from "./speech/routes.ts";
import { stripeStandIn } from "./stripe/stand-in.ts";
import { wahaDialect } from "./waha/events.ts";
import { wahaRoutes } from "./waha/routes.ts";
import { MediaStore } from "./whatsapp/media-store.ts";
import { PairPace } from "./whatsapp/pair-pace.ts";
import { mediaDownloadRoutes, whatsappRoutes } from "./whatsapp/routes.ts";
import { Throughput } from "./whatsapp/throughput.ts";
import { cloudDialect } from "./whatsapp/webhook-payload.ts";
import { Webhooks } from "./whatsapp/webhooks.ts";

interface World {
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

/** Everything outside of Matinale that a developer's machine needs, on one port. */
export async function startSimulator(config: Config, world: World = {}): Promise<Simulator> {
  const { now = Date.now, random = Math.random, confirmAfterMs = 400, retryMs = 250 } = world;
  const live = new Live();
  const log = new CallLog(now, live);
  const faults = new Faults(random, live);
  const media = new MediaStore();
  const engine = new SpeechEngine();
  const { token, appSecret, phoneNumberId, businessNumber, webhookUrl } = config;
  const linked = config.adapter === "waha";
  const dialect = linked
    ? wahaDialect(config, now)
    : cloudDialect({ phoneNumberId, businessNumber }, appSecret);
  const webhooks = new Webhooks({ url: webhookUrl, dialect, faults, random, retryMs });
  const throughput = new Throughput(now);
  const pairs = new PairPace(now);
  const timers = new Set<NodeJS.Timeout>();
  const phones = new Phones({
    now,
    live,
    announce: (item) => webhooks.push(item),
    later: (ms, run) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, ms);
      timers.add(timer);
    },
    newMessageId: linked
      ? () => `3EB0${randomBytes(9).toString("hex").toUpperCase()}`
      : () => `wamid.${randomBytes(27).toString("base64url")}`,
    confirmAfterMs,
  });
  const provider = { phones, media, faults, log, throughput, pairs, now };
  const forget = () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    webhooks.clear();
  };
  const reset = () => {
    forget();
    phones.clear();
    log.clear();
    faults.replace({});
    live.tell({ kind: "reset" });
  };

  const app = express()
    .disable("x-powered-by")
    .disable("etag")
    .get("/healthz", (_req, res) => res.json({ status: "ok", simulated: true }))
    .use(stripeStandIn(now, random))
    .use("/sim", simRoutes({ phones, media, faults, log, live, now, reset }))
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
  // Longer than a client keeps an idle connection, so that no call meets one that is just closing.
  server.keepAliveTimeout = 65_000;
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.port;
  return {
    server,
    url: `http://${config.host}:${port}`,
    async close() {
      forget();
      webhooks.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, engine.close()]);
    },
  };
}
