import type { Received } from "@matinale/bus";
import { categories, type EventOf } from "@matinale/contracts";
import type { Failpoint } from "../domain/failpoints.ts";
import {
  type Audio,
  type Cause,
  type Delivery,
  deliveryOfRequest,
  partsOf,
  requestId,
  soundGaps,
} from "../domain/delivery/delivery.ts";
import { startOf } from "../domain/delivery/next-step.ts";
import { type Change, finish } from "../domain/delivery/transitions.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { UploadStore } from "../store/uploads.ts";

export interface AudioReadyDeps {
  deliveries: DeliveryStore;
  uploads: UploadStore;
  now: () => Date;
  failpoint?: Failpoint;
  /** A delivery may be sendable, or a sound may be waiting for its upload. */
  onWork: () => void;
}

const soundsOf = (message: EventOf<"audio.ready">): Audio[] =>
  message.audio.map(({ mediaKey, sha256, mime, bytes, durationMs }) => ({
    mediaKey,
    sha256,
    mime,
    bytes,
    durationMs,
  }));

/**
 * A digest has been composed. Only a delivery that waits for this very request takes it, so a repeated
 * event changes nothing, and neither does the answer to a request from before the hour was moved; its
 * sounds are wanted before it says so, so none is forgotten by a crash in between.
 */
export const onAudioReady =
  ({ deliveries, uploads, now, onWork, failpoint }: AudioReadyDeps) =>
  async (events: Received<"audio.ready">[]): Promise<void> => {
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
    const composed = waiting.flatMap((delivery) => {
      const answer = answers.get(requestId(delivery));
      return answer?.message.userId === delivery.userId ? { delivery, ...answer } : [];
    });
    await uploads.want(
      composed.flatMap(({ message, cause }) =>
        soundsOf(message).map((sound) => (cause === undefined ? sound : { ...sound, cause })),
      ),
      now(),
    );
    if (composed.length > 0) failpoint?.("sounds wanted");
    await Promise.all(
      composed.map(({ delivery, ...answer }) =>
        deliveries.apply(delivery, composedOf(answer, now())),
      ),
    );
    if (composed.length > 0) failpoint?.("digest composed");
    onWork();
  };

const composedOf =
  ({ message, ...traced }: { message: EventOf<"audio.ready">; cause?: Cause }, now: Date) =>
  <D extends Delivery>(delivery: D): Change<D> | null => {
    if (delivery.phase !== "composing" || requestId(delivery) !== message.digestId) return null;
    const { texts, stories, more } = message;
    const audio = soundsOf(message);
    if (texts.length === 0 && audio.length === 0) {
      const nothing = message.audioMissing === "nothing_new";
      return nothing
        ? finish("skipped", "nothing_new")(delivery)
        : finish("failed", "not_composed")(delivery);
    }
    const told = categories
      .map(({ slug }) => slug)
      .filter((slug) => stories.some(({ category }) => category === slug));
    const audioMissing = soundGaps.find((gap) => gap === message.audioMissing);
    return {
      next: {
        ...delivery,
        // only while traces are collected: what it was asked by says the rest
        ...traced,
        phase: "ready",
        composedAt: now,
        texts,
        ...(more.length > 0 ? { more } : {}),
        audio,
        ...(audioMissing === undefined ? {} : { audioMissing }),
        told,
        stories: stories.length,
        parts: partsOf(texts.length, audio.length),
        workAt: startOf(delivery) > now ? startOf(delivery) : now,
      },
    };
  };
