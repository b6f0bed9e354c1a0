import { personalConsumer, type Consumer, type Forgetting, type Received } from "@matinale/bus";
import { categories, type EventOf } from "@matinale/contracts";
import { announcedHeadline } from "../domain/conversation/digest-announcement.ts";
import { type Composition, markComposed } from "../domain/delivery/composition.ts";
import {
  type Audio,
  deliveryOfRequest,
  requestId,
  audioGaps,
} from "../domain/delivery/delivery.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { UploadStore } from "../store/uploads.ts";

export interface AudioReadyDeps {
  deliveries: DeliveryStore;
  uploads: UploadStore;
  now: () => Date;
  /** Called when a delivery can be sent, or a voice note can be uploaded. */
  onWork: () => void;
}

const audioOf = (message: EventOf<"audio.ready">): Audio[] =>
  message.audio.map(({ mediaKey, sha256, mime, bytes, durationMs }) => ({
    mediaKey,
    sha256,
    mime,
    bytes,
    durationMs,
  }));

/** More than the longest digest has with its `more` stories. */
const mostStoryIds = 60;

function compositionOf(message: EventOf<"audio.ready">): Composition {
  const { texts, more, moreStoryIds, stories } = message;
  const audioMissing = audioGaps.find((gap) => gap === message.audioMissing);
  const [first] = stories;
  return {
    texts,
    more,
    audio: audioOf(message),
    ...(audioMissing === undefined ? {} : { audioMissing }),
    nothingNew: message.audioMissing === "nothing_new",
    coveredCategories: categories
      .map(({ slug }) => slug)
      .filter((slug) => stories.some(({ category }) => category === slug)),
    stories: stories.length,
    ...(first === undefined ? {} : { headline: announcedHeadline(first.title) }),
    storyIds: [...stories.map(({ storyId }) => storyId), ...moreStoryIds].slice(0, mostStoryIds),
  };
}

/**
 * Content has composed a digest. Redelivery is safe: only a delivery that waits for exactly this request
 * takes the composition. The uploads are stored before the delivery is marked composed, so a crash between
 * the two loses none.
 */
export const audioReadyConsumer = (deps: AudioReadyDeps, forgetting: Forgetting): Consumer =>
  personalConsumer(forgetting, {
    topic: "audio.ready",
    handle: (events) => storeCompositions(events, deps),
  });

async function storeCompositions(
  events: readonly Received<"audio.ready">[],
  { deliveries, uploads, now, onWork }: AudioReadyDeps,
): Promise<void> {
  const answers = new Map(
    events.flatMap(({ message, correlationId, traceparent }) => {
      if (message === null) return [];
      const cause = traceparent === undefined ? {} : { cause: { correlationId, traceparent } };
      return [[message.digestId, { message, ...cause }] as const];
    }),
  );
  const waiting = (
    await deliveries.many([...new Set([...answers.keys()].map(deliveryOfRequest))])
  ).filter(({ phase }) => phase === "composing");
  const answered = waiting.flatMap((delivery) => {
    const answer = answers.get(requestId(delivery));
    return answer?.message.userId === delivery.userId ? { delivery, ...answer } : [];
  });
  await uploads.request(
    answered.flatMap(({ message, cause }) =>
      audioOf(message).map((audio) => (cause === undefined ? audio : { ...audio, cause })),
    ),
    now(),
  );
  await Promise.all(
    answered.map(({ delivery, message, cause }) => {
      const composition = compositionOf(message);
      const traced = cause === undefined ? composition : { ...composition, cause };
      return deliveries.apply(delivery, markComposed(message.digestId, traced, now()));
    }),
  );
  onWork();
}
