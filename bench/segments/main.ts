import { setTimeout as pause } from "node:timers/promises";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { startTemporaryDevServices } from "@matinale/dev-services";
import { consumer, createBus, record } from "@matinale/bus";
import type { AudioReady } from "@matinale/contracts";
import { silentLogger as logger } from "@matinale/kit/testing";
import { smoke } from "../harness/arguments.ts";
import { audience, distinctOrders } from "../harness/audience.ts";
import { startContent } from "../harness/content.ts";
import { expect, print } from "../harness/figures.ts";
import { prepareServices } from "../harness/services.ts";

/**
 * Cost of digests as the number of subscribers grows. Events request the digests of an audience with different
 * choices from the real content service (two processes); the model and the speech are fakes that count their calls.
 * `--smoke` only counts, for few subscribers.
 */
const audienceSizes = smoke ? [12] : [1_000, 10_000];
/** Cost of a story for the larger audience, divided by its cost for the smaller one. */
const mostGrowth = 1.02;
const timeoutMs = (subscribers: number): number => 240_000 + subscribers * 200;
const day = 86_400_000;
const quarterHour = 15 * 60_000;
/** Clips of stories are kept for less than this, fixed sentences for longer. */
const standingMs = 10 * day;

await using devServices = await startTemporaryDevServices("bench");

/** Requests all digests at once, and counts the calls to the providers and the answers. */
async function costOf(subscribers: number) {
  const services = await prepareServices(devServices);
  const { stamp, kafka } = services;
  const content = await startContent(services, { model: true, countsOnly: smoke });
  const bus = createBus(
    { ...kafka, KAFKA_BROKERS: kafka.KAFKA_BROKERS.split(",") },
    { service: "bench", logger },
  );
  const answers = new Map<string, AudioReady>();
  let repeated = 0;
  const workers = bus.consume([
    consumer({
      topic: "audio.ready",
      handle: async (events) => {
        for (const { message } of events) {
          if (message === null) continue;
          if (answers.has(message.digestId)) repeated += 1;
          answers.set(message.digestId, message);
        }
      },
    }),
  ]);
  try {
    await Promise.all(workers.map((worker) => worker.start()));
    const windowEnd = new Date();
    const readers = audience(subscribers);
    const requests = readers.map(({ language, voice, country, categories, plan }, number) => ({
      digestId: `${stamp}-${number}`,
      userId: `${stamp}-${number}`,
      language,
      voice,
      country,
      categories,
      maxSeconds: plan.limits.maxMinutes * 60,
      windowStart: timestampFromDate(new Date(windowEnd.getTime() - day)),
      windowEnd: timestampFromDate(windowEnd),
      dueAt: timestampFromDate(new Date(windowEnd.getTime() + quarterHour)),
      partOfDay: "morning",
      manual: false,
    }));
    await bus.publish(requests.map((request) => record("digest.requested", request)));
    const deadline = performance.now() + timeoutMs(subscribers);
    while (answers.size < subscribers && performance.now() < deadline) await pause(250);

    const storiesByLanguage = new Set<string>();
    for (const [number, { language }] of readers.entries()) {
      const stories = answers.get(`${stamp}-${number}`)?.stories ?? [];
      for (const { storyId } of stories) storiesByLanguage.add(`${storyId} ${language}`);
    }
    const clips = (await services.database("content")).collection("clips");
    const orders = distinctOrders(readers.map((each) => ({ ...each, zone: "" })));
    return {
      answered: answers.size,
      repeated,
      stories: storiesByLanguage.size,
      orders,
      composed: await services.counted(
        "content",
        "content_compositions_total",
        'outcome="complete"',
      ),
      drafts: content.drafts.length,
      distinctDrafts: new Set(content.drafts).size,
      syntheses: content.syntheses.length,
      distinctSyntheses: new Set(content.syntheses).size,
      storyClips: await clips.countDocuments({
        expiresAt: { $lt: new Date(Date.now() + standingMs) },
      }),
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
    await bus.close();
    await services.close();
    await content.close();
  }
}

const costs: number[] = [];
for (const subscribers of audienceSizes) {
  const found = await costOf(subscribers);
  print(
    `${subscribers} subscribers: ${found.stories} stories, ${found.drafts} model calls, ` +
      `${found.syntheses} syntheses, ${found.storyClips} of them of stories`,
  );
  expect(
    `each of ${subscribers} requests has one answer (${found.answered}, ${found.repeated} repeated)`,
    found.answered === subscribers && found.repeated === 0,
  );
  expect(
    `${found.orders} distinct orders, ${found.composed} complete compositions (at most 2 % more)`,
    found.composed >= found.orders && found.composed <= found.orders * 1.02,
  );
  expect(
    `one model call for each story and language (${found.drafts} calls, ${found.distinctDrafts} stories)`,
    found.drafts > 0 && found.drafts <= found.distinctDrafts * 1.02,
  );
  expect(
    `one speech call for each text and voice (${found.syntheses} calls, ${found.distinctSyntheses} texts)`,
    found.syntheses > 0 && found.syntheses <= found.distinctSyntheses * 1.02,
  );
  // a fixed sentence, such as “5 minutes, 26 stories”, costs once in 90 days
  costs.push((found.drafts + found.storyClips) / found.stories);
}
const growth = (costs[1] ?? 0) / (costs[0] ?? 1);
if (!smoke) {
  expect(
    `with ten times the subscribers a story costs ${growth.toFixed(3)} × (at most ${mostGrowth})`,
    growth <= mostGrowth,
  );
}
