import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort, type DevServices } from "@matinale/dev-services";
import { databaseOf, openDatabase } from "./backing.ts";
import { secret, startChild, startService, type Child } from "./child.ts";
import { placesOf } from "./delivery.ts";
import { sumOf } from "./metrics.ts";
import { countingProviders } from "./providers.ts";

const simulator = fileURLToPath(new URL("../../dev/simulator/src/main.ts", import.meta.url));
const readMs = 120_000;
/** A story belongs to news windows that end at least 3 s after it was stored. */
const shownMs = 4_000;

export const contentDatabase = (stamp: string): string => `${databaseOf(stamp)}_content`;

/**
 * The content service as in production, as several processes, after it has read and clustered the simulator's feeds.
 * Speech, and the model if requested, are fakes that answer at once and record their calls.
 */
export async function startContent(
  backing: DevServices,
  stamp: string,
  options: { processes: number; model?: boolean; charactersPerSecond?: number },
) {
  const providers = await countingProviders(options.charactersPerSecond);
  const children: Child[] = [];
  const metricsPorts: number[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(children.map((child) => child.stop()));
    await providers.close();
  };
  try {
    const phonePort = await freePort();
    const feeds = await startChild("feeds", [process.execPath, simulator], {
      port: phonePort,
      env: { NODE_ENV: "development", PHONE_PORT: String(phonePort), MAIL_PORT: "0" },
    });
    children.push(feeds);
    const { kafka, mongo } = placesOf(backing, stamp);
    for (let number = 0; number < options.processes; number += 1) {
      const child = await startService("content", {
        // the fake model has plain HTTP, which production refuses
        NODE_ENV: "development",
        MEDIA_SECRET: secret,
        APP_URL: "https://matinale.example",
        ...kafka,
        MONGODB_URI: mongo.MONGODB_URI,
        MONGODB_DATABASE: contentDatabase(stamp),
        TTS_ENDPOINT: providers.url,
        FEED_CATALOGUE_URL: `http://127.0.0.1:${feeds.port}/feeds/catalogue.json`,
        FEED_ALLOWED_HOSTS: `127.0.0.1:${feeds.port}`,
        SPEECH_CHARACTERS_PER_DAY: "100000000",
        MODEL_TOKENS_PER_DAY: "100000000",
        ...(options.model === true
          ? { OPENAI_API_KEY: "key", OPENAI_BASE_URL: `${providers.url}/v1` }
          : {}),
      });
      metricsPorts.push(child.metricsPort);
      children.push(child);
    }
    await sorted(mongo.MONGODB_URI, contentDatabase(stamp));
  } catch (error) {
    await close();
    throw error;
  }
  const [, first] = children;
  return {
    url: `http://127.0.0.1:${first?.port ?? 0}`,
    pids: children.slice(1).map(({ pid }) => pid),
    syntheses: providers.syntheses,
    drafts: providers.drafts,
    counted: (metric: string, label = "") => sumOf(metricsPorts, metric, label),
    close,
  };
}

/** Waits until all feeds are read and every item belongs to a story. */
async function sorted(url: string, dbName: string): Promise<void> {
  const connection = await openDatabase(url, dbName);
  const deadline = performance.now() + readMs;
  try {
    for (let before = -1; ; await pause(1_000)) {
      const stories = await connection.collection("stories").countDocuments();
      const unsorted = await connection.collection("items").countDocuments({ storyId: null });
      if (stories > 0 && stories === before && unsorted === 0) return void (await pause(shownMs));
      if (performance.now() > deadline) throw new Error("the feeds were not read in time");
      before = stories;
    }
  } finally {
    await connection.close();
  }
}

/** Number of distinct orders among the digest requests that content received. */
export async function distinctRequests(url: string, dbName: string): Promise<number> {
  const connection = await openDatabase(url, dbName);
  const orders = new Set<string>();
  for await (const { order } of connection.collection("digest_requests").find({}))
    orders.add(JSON.stringify(order));
  await connection.close();
  return orders.size;
}
