import { personalConsumer, type Consumer, type Received } from "@matinale/bus";
import { categories, type EventOf } from "@matinale/contracts";
import type { TraceContext } from "@matinale/kit";
import type { Deps } from "../application/deps.ts";
import { withdrawStory } from "../application/withdraw-story.ts";
import { announcedHeadline } from "../domain/conversation/digest-announcement.ts";
import { type Composition, markComposed } from "../domain/delivery/composition.ts";
import {
  type Audio,
  audioGaps,
  deliveryOfRequest,
  requestId,
} from "../domain/delivery/delivery.ts";
import { refuseComposition } from "../domain/schedule/replan.ts";

export const audioOf = (parts: EventOf<"audio.ready">["audio"]): Audio[] =>
  parts.map(({ mediaKey, sha256, mime, bytes, durationMs }) => ({
    mediaKey,
    sha256,
    mime,
    bytes,
    durationMs,
  }));

/** The trace of an event, while traces are collected. */
export const traceOf = ({
  correlationId,
  traceparent,
}: Pick<Received<"audio.ready">, "correlationId" | "traceparent">): {
  traceContext?: TraceContext;
} => (traceparent === undefined ? {} : { traceContext: { correlationId, traceparent } });

const storyIdsOf = ({ stories, moreStoryIds }: EventOf<"audio.ready">): string[] => [
  ...stories.map(({ storyId }) => storyId),
  ...moreStoryIds,
];

function compositionOf(message: EventOf<"audio.ready">): Composition {
  const { texts, more, stories } = message;
  const [first] = stories;
  return {
    texts,
    more,
    audio: audioOf(message.audio),
    audioMissing: audioGaps.find((gap) => gap === message.audioMissing),
    nothingNew: message.audioMissing === "nothing_new",
    coveredCategories: categories
      .map(({ slug }) => slug)
      .filter((slug) => stories.some(({ category }) => category === slug)),
    stories: stories.length,
    headline: first && announcedHeadline(first.title),
    storyIds: storyIdsOf(message),
  };
}

/**
 * Content has composed a digest. Redelivery is safe: only a delivery that waits for exactly this request
 * takes the composition. The uploads are stored before the delivery is marked composed, so a crash between
 * the two loses none.
 */
export const audioReadyConsumer = (deps: Deps): Consumer =>
  personalConsumer(deps.forgetting, {
    topic: "audio.ready",
    handle: (events) => storeCompositions(events, deps),
  });

async function storeCompositions(
  events: readonly Received<"audio.ready">[],
  { deliveries, uploads, withdrawn, now, onWork }: Deps,
): Promise<void> {
  const answers = new Map(
    events.flatMap((event) => {
      const { message } = event;
      return message === null
        ? []
        : [[message.digestId, { message, trace: traceOf(event) }] as const];
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
    answered.flatMap(({ message, trace }) =>
      audioOf(message.audio).map((audio) => ({ ...audio, ...trace })),
    ),
    now(),
  );
  const storyIds = answered.flatMap(({ message }) => storyIdsOf(message));
  const isWithdrawn = await withdrawn.among(storyIds);
  await Promise.all(
    answered.map(({ delivery, message, trace }) => {
      if (storyIdsOf(message).some((id) => isWithdrawn.has(id)))
        return deliveries.apply(delivery, refuseComposition(message.digestId, now()));
      const composition = { ...compositionOf(message), ...trace };
      return deliveries.apply(delivery, markComposed(message.digestId, composition, now()));
    }),
  );
  // a withdrawal meanwhile saw these deliveries before they had their composition
  for (const id of await withdrawn.among(storyIds)) {
    if (!isWithdrawn.has(id)) await withdrawStory(id, { deliveries, withdrawn }, now());
  }
  onWork();
}
