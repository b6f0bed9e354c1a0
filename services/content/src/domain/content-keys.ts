import { createHash } from "node:crypto";
import { toWords } from "@matinale/newsroom/reading";
import type { SoundMark } from "@matinale/voice-note";
import type { SpokenText } from "./digest/digest-plan.ts";
import type { DigestOrder } from "./news.ts";

const hash = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("\u0000")).digest("hex");

/**
 * Version of how clips sound, part of their keys. Raise it when clips that exist must not be used any more, because the codecs,
 * the loudness or the sound marks have changed: all clips are then made again, those of fixed sentences too. A change of the
 * pronunciations or of the rules by which numbers and units become words needs no new version.
 */
const soundVersion = 1;

/**
 * Key of a clip: equal words in the same voice are one clip. Made of the words that the voice is given, so that a change of the
 * readings makes new clips of exactly the texts that are now spoken in other words.
 *
 * @param voiceName  the provider's voice with its model
 */
export const clipKey = ({ text, language }: SpokenText, voiceName: string): string =>
  hash(toWords(text, language), language, voiceName, `${soundVersion}`);

export const markKey = (mark: SoundMark): string => hash("mark", mark, `${soundVersion}`);

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
