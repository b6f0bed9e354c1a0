import { readFile } from "node:fs/promises";
import { categories, countries, languages } from "@matinale/contracts";
import { request } from "undici";
import { z } from "zod";
import type { Edition, Feed } from "../domain/news.ts";

const editions: Edition[] = [...countries.map(({ code }) => code), "international"];

const feed = z.object({
  id: z.string().min(1).max(120),
  url: z.url({ protocol: /^https?$/u }),
  outlet: z.string().min(1).max(80),
  language: z.enum(languages),
  country: z.enum(editions),
  category: z.enum(categories.map(({ slug }) => slug)),
});

const catalogue = z
  .array(feed)
  .min(1)
  .max(5_000)
  .refine((feeds) => new Set(feeds.map(({ id }) => id)).size === feeds.length, "ids repeat");

export type Catalogue = {
  /** False for samples. */
  live: boolean;
  load(): Promise<Feed[]>;
};

/** The reviewed list that comes with the service. */
export const builtInCatalogue: Catalogue = {
  live: true,
  load: async () => {
    const file = new URL("../../sources/catalogue.json", import.meta.url);
    return catalogue.parse(JSON.parse(await readFile(file, "utf8")));
  },
};

/** A list served by somebody else: sample feeds, in development. */
export const catalogueAt = (url: string): Catalogue => ({
  live: false,
  load: async () => {
    const answer = await request(url, { signal: AbortSignal.timeout(5_000) });
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      throw new Error(`the feed catalogue answered ${answer.statusCode}`);
    }
    return catalogue.parse(await answer.body.json());
  },
});
