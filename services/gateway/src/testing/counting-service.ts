/**
 * A service in its own process, with the lifecycle of every service. It counts in Redis the writes that it
 * carries out. The process loads its modules first and starts at the first line of its standard input.
 */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { baseEnv, createLogger, loadConfig, runService } from "@matinale/kit";
import { Redis } from "ioredis";
import { z } from "zod";

const config = loadConfig(
  z.object({ ...baseEnv, REDIS_URL: z.url(), EFFECTS: z.string(), SERVICE: z.string() }),
);
const redis = new Redis(config.REDIS_URL);
await redis.ping();
await once(process.stdin, "data");
process.stdin.destroy();

const me = {
  username: "ada",
  email: "ada@example.org",
  phone: null,
  profilePicture: null,
  voicePreference: "female",
  language: "fr",
  emailVerified: true,
  pendingEmail: null,
  passwordChangedAt: null,
  stripeSubscriptionId: null,
  whatsappConnected: true,
};

await runService({
  name: config.SERVICE,
  config,
  logger: createLogger({ service: config.SERVICE, level: config.LOG_LEVEL }),
  app: async (req, res) => {
    for await (const _chunk of req);
    // some calls take long, so that a service always has calls in progress when it is stopped
    await pause(Math.random() < 0.2 ? 400 : 5);
    if (req.method !== "GET" && req.method !== "HEAD") {
      await redis.hincrby(config.EFFECTS, String(req.headers["x-request-id"]), 1);
    }
    const body = JSON.stringify(req.url === "/me" ? me : { success: true });
    res.writeHead(200, { "content-type": "application/json" }).end(body);
  },
  close: [{ close: async () => void (await redis.quit()) }],
});
