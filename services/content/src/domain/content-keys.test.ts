import { expect, test } from "vitest";
import { clipKey, orderKey } from "./content-keys.ts";
import type { DigestOrder } from "./news.ts";
import { order } from "../testing/order.ts";

const utterance = {
  text: "Bonjour.",
  language: "fr",
  voice: "female",
  standing: true,
} as const;

test("a text in another voice of the provider is another clip", () => {
  const names = ["fr-FR-Neural2-F", "fr-FR-Chirp3-HD-Kore", "gpt-4o-mini-tts marin"];
  const keys = names.map((name) => clipKey(utterance, name));
  expect(new Set(keys).size).toBe(3);
  expect(clipKey({ ...utterance, standing: false }, "fr-FR-Neural2-F")).toBe(keys[0]);
});

test("texts that are spoken in the same words are one clip, whatever they have in writing", () => {
  const keyOf = (text: string) => clipKey({ ...utterance, language: "en", text }, "voice");
  expect(keyOf("Leeds won 3–1.")).toBe(keyOf("Leeds won three one."));
  expect(keyOf("Leeds won 3–1.")).not.toBe(keyOf("Leeds won 3–2."));
});

test("requests for a story in full share an answer for half an hour", () => {
  const keyAt = (time: string) =>
    orderKey({ ...order, storyId: "s", windowEnd: new Date(`2026-11-26T${time}Z`) });
  expect(keyAt("08:29:59")).toBe(keyAt("08:00:00"));
  expect(keyAt("08:30:00")).not.toBe(keyAt("08:29:59"));
});

test("the sequence of the fields of an order does not change its key", () => {
  const reversed = Object.fromEntries(Object.entries(order).toReversed()) as typeof order;
  expect(JSON.stringify(reversed)).not.toBe(JSON.stringify(order));
  expect(orderKey(reversed)).toBe(orderKey(order));
  expect(orderKey({ ...order, nextEdition: undefined })).toBe(orderKey(order));
});

test.each<Partial<DigestOrder>>([
  { voice: "male" },
  { categories: ["economy"] },
  { windowStart: new Date(0) },
  { nextEdition: "2026-11-23T08:00" },
])("an order with %j is another order", (change) => {
  expect(orderKey({ ...order, ...change })).not.toBe(orderKey(order));
});
