import type { DigestOrder } from "../domain/news.ts";

/** An order of a short French digest. */
export const order: DigestOrder = {
  language: "fr",
  voice: "female",
  country: "fr",
  categories: ["politics"],
  maxSeconds: 180,
  windowStart: new Date(),
  windowEnd: new Date(),
  partOfDay: "morning",
  localDate: "2026-11-22",
};
