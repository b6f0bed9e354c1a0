import { createHash } from "node:crypto";
import { pronunciations } from "@matinale/newsroom/reading";
import type { SoundMark } from "@matinale/voice-note";
import type { SpokenText } from "./digest/digest-plan.ts";
import type { DigestOrder } from "./news.ts";

const hash = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("\u0000")).digest("hex");

/**
 * Version of how clips sound, part of their keys. Raise it when clips that exist must not be used any more, because the codecs,
 * the loudness, the sound marks, or the rules by which numbers and units become words have changed: all clips are then made
 * again, those of fixed sentences too. A change of a pronunciation does so by itself.
 */
const soundVersion = 1;
const soundProfile = `${soundVersion} ${hash(JSON.stringify(pronunciations))}`;

/** Key of a clip: equal text in the same voice is one clip. @param voiceName  the provider's voice with its model */
export const clipKey = ({ text, language }: SpokenText, voiceName: string): string =>
  hash(text, language, voiceName, soundProfile);

export const markKey = (mark: SoundMark): string => hash("mark", mark, soundProfile);

/** Requests for a story in full share an answer for this long: then its script may have changed. Milliseconds. */
const storyAnswerMs = 30 * 60_000;

/** Key of an order: requests with equal orders, whatever the sequence of their fields, get the same digest, or the same story. */
export const orderKey = (order: DigestOrder): string =>
  order.storyId === undefined
    ? hash(JSON.stringify(order, Object.keys(order).toSorted()))
    : hash(
        "story in full",
        order.storyId,
        order.language,
        order.voice,
        `${Math.floor(order.windowEnd.getTime() / storyAnswerMs)}`,
      );

export const storyKey = (firstItemId: string): string => hash("story", firstItemId).slice(0, 32);

/** @param entryId  identifies the entry in its feed: guid or id, else its link and title */
export const itemKey = (feedId: string, entryId: string): string =>
  hash("item", feedId, entryId).slice(0, 32);

export const contentHash = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");
