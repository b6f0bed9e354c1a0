import { randomUUID } from "node:crypto";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { consumer, record } from "@matinale/bus";
import { memoryBroker } from "@matinale/bus/testing";
import type { AudioReady, CategorySlug } from "@matinale/contracts";
import { nonconformity } from "@matinale/contracts/testing";
import type { MetricName } from "@matinale/contracts/metrics";
import { registry, startService } from "@matinale/kit";
import { connectMongo } from "@matinale/kit/mongo";
import { asUser, silentLogger as logger, testDatabase } from "@matinale/kit/testing";
import { vi } from "vitest";
import { schema } from "../config.ts";
import { contentService } from "../service.ts";
import { printEdition, storiesPrinted } from "./edition.ts";
import { requiredEnvironment } from "./environment.ts";
import { startStandIn } from "./stand-in.ts";

/** Scheduled digests are requested this early, so that they can wait for their audio on a slow machine. */
const quarterHour = 15 * 60_000;

const dueOf = (manual: boolean, windowEnd: Date): Date =>
  manual ? windowEnd : new Date(windowEnd.getTime() + quarterHour);

type Asked = {
  userId?: string;
  digestId?: string;
  language?: "fr" | "en";
  voice?: "female" | "male";
  country?: "fr" | "gb";
  maxSeconds?: number;
  partOfDay?: string;
  localDate?: string;
  categories?: CategorySlug[];
  windowEnd?: Date;
  dueAt?: Date;
  manual?: boolean;
  storyId?: string;
};

// a digest needs half a dozen encoded clips, which takes long on a busy machine
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

export const within = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 50 });

/**
 * Starts the service on real MongoDB and an in-memory bus, with stand-ins for feeds, speech and model, and waits until the stories
 * of its feeds are clustered.
 *
 * @param settings  more environment of the service; gets the address of the stand-in
 * @param replicas  instances of the service on one database and one bus; HTTP requests go to the first
 */
export async function startContent(
  settings: (standIn: string) => Record<string, string> = () => ({}),
  replicas = 1,
) {
  // test files of one worker share the metrics
  registry.resetMetrics();
  const database = testDatabase("content");
  const broker = memoryBroker();
  const outside = broker.bus("test");
  const standIn = await startStandIn();
  printEdition(standIn);
  const mongo = await connectMongo(database);
  const config = schema.parse({
    ...requiredEnvironment,
    NODE_ENV: "test",
    ...database,
    TTS_ENDPOINT: standIn.url,
    FEED_CATALOGUE_URL: `${standIn.url}/catalogue.json`,
    FEED_ALLOWED_HOSTS: standIn.host,
    // the start of a process that encodes costs more than the clips of most tests
    ENCODERS: "1",
    ...settings(standIn.url),
  });
  const replica = async () => {
    const bus = broker.bus("content");
    const connection = await connectMongo(database);
    return startService(await contentService(config, { mongo: connection, bus, logger }));
  };
  const first = await replica();
  const others: Awaited<ReturnType<typeof replica>>[] = await Promise.all(
    Array.from({ length: replicas - 1 }, replica),
  );

  const answers: AudioReady[] = [];
  const readers = outside.consume([
    consumer({
      topic: "audio.ready",
      handle: (events) => {
        answers.push(...events.flatMap(({ message }) => message ?? []));
        return Promise.resolve();
      },
    }),
  ]);
  for (const reader of readers) await reader.start();
  await within(async () => {
    const news = { "firstSeen.fr": { $lte: new Date() } };
    const stamped = await mongo.collection("stories").countDocuments(news);
    const unclustered = await mongo.collection("items").countDocuments({ storyId: null });
    if (stamped !== storiesPrinted || unclustered > 0)
      throw new Error(`${stamped} stories, ${unclustered} left`);
  });

  const url = `http://127.0.0.1:${first.port}`;
  const answersTo = (digestId: string) => answers.filter((each) => each.digestId === digestId);
  /** The sum of a metric's series. All replicas of one test process are counted together. */
  const metric = async (name: MetricName, labels = "") => {
    const text = await (await fetch(`http://127.0.0.1:${first.metricsPort}/metrics`)).text();
    return text
      .split("\n")
      .filter((line) => line.split(/[{ ]/u)[0] === name && line.includes(labels))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  };
  return {
    mongo,
    broker,
    outside,
    metric,
    standIn,
    url,
    /** Of all replicas. */
    urls: [first, ...others].map(({ port }) => `http://127.0.0.1:${port}`),
    answersTo,
    /** Starts one more instance, which begins a round of every worker. */
    startReplica: async () => void others.push(await replica()),
    answerTo: (digestId: string) =>
      within(() => {
        const [answer] = answersTo(digestId);
        if (answer === undefined) throw new Error("no answer yet");
        return answer;
      }),
    async ask(asked: Asked = {}): Promise<string> {
      const { digestId = randomUUID(), userId = randomUUID(), windowEnd = new Date() } = asked;
      await outside.publish([
        record("digest.requested", {
          digestId,
          userId,
          language: asked.language ?? "fr",
          voice: asked.voice ?? "female",
          country: asked.country ?? "fr",
          categories: asked.categories ?? ["sports", "politics", "culture"],
          maxSeconds: asked.maxSeconds ?? 180,
          windowStart: timestampFromDate(new Date(windowEnd.getTime() - 3_600_000)),
          windowEnd: timestampFromDate(windowEnd),
          dueAt: timestampFromDate(asked.dueAt ?? dueOf(asked.manual === true, windowEnd)),
          partOfDay: asked.partOfDay ?? "morning",
          localDate: asked.localDate ?? "2026-11-22",
          manual: asked.manual ?? false,
          storyId: asked.storyId ?? "",
        }),
      ]);
      return digestId;
    },
    /** @throws when the answer does not conform to the API's description */
    get: async (
      path: string,
      subject: string,
      headers: Record<string, string> = {},
    ): Promise<Response> => {
      const answer = await fetch(url + path, {
        headers: { ...headers, ...(await asUser(subject, "content")) },
      });
      const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
      const body: unknown = isJson ? await answer.clone().json() : undefined;
      const difference = nonconformity("GET", path, { status: answer.status, body });
      if (difference !== null) throw new Error(difference);
      return answer;
    },
    async stop(): Promise<void> {
      await Promise.all(readers.map((reader) => reader.stop()));
      await Promise.all([first, ...others].map((each) => each.stop()));
      await outside.close();
      await standIn.close();
      await mongo.close();
      await database.drop();
    },
  };
}
