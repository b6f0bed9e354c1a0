import { readFile } from "node:fs/promises";
import { json } from "node:stream/consumers";
import { categories, countries, languages } from "@matinale/contracts";
import type { Edition } from "@matinale/newsroom";
import { z } from "zod";
import type { Feed } from "../../domain/news.ts";
import { httpClient } from "../feeds/http-client.ts";

const editions: Edition[] = [...countries.map(({ code }) => code), "international"];

const feed = z.object({
  id: z.string().min(1).max(120),
  url: z.url({ protocol: /^https?$/u }),
  outlet: z.string().min(1).max(80),
  language: z.enum(languages),
  country: z.enum(editions),
  category: z.enum(categories.map(({ slug }) => slug)),
  mixed: z.boolean().optional(),
});

const slugs = categories.map(({ slug }) => slug);

/** An outlet with its feeds by category; `general` is a feed of all categories. */
const outletSchema = z.strictObject({
  id: z.string().min(1).max(100),
  outlet: z.string().min(1).max(80),
  homepage: z.url({ protocol: /^https$/u }),
  language: z.enum(languages),
  country: z.enum(editions),
  /** The day on which a person last checked the outlet and the addresses of its feeds. */
  reviewed: z.iso.date(),
  /** What the outlet allows: use with credit, personal use only; or its terms have not been read yet. */
  terms: z.enum(["credit", "personal", "unread"]),
  feeds: z.partialRecord(z.enum(["general", ...slugs]), z.url({ protocol: /^https?$/u })),
});

/** The category of entries of a general feed whose section is unknown. */
const usually = (country: Edition) => (country === "international" ? "international" : "politics");

const ofOutlet = ({ id, outlet, language, country, feeds }: z.infer<typeof outletSchema>): Feed[] =>
  [...slugs, "general" as const].flatMap((section) => {
    const url = feeds[section];
    if (url === undefined) return [];
    const category = section === "general" ? usually(country) : section;
    const mixed = section === "general";
    return [{ id: `${id}-${section}`, url, outlet, language, country, category, mixed }];
  });

const catalogue = z
  .union([z.array(feed), z.array(outletSchema).transform((all) => all.flatMap(ofOutlet))])
  .refine((feeds) => feeds.length >= 1 && feeds.length <= 5_000, "between 1 and 5,000 feeds")
  .refine(
    (feeds) => new Set(feeds.map(({ id }) => id)).size === feeds.length,
    "an id is used twice",
  );

export type Catalogue = {
  /** False for samples. */
  live: boolean;
  load(): Promise<Feed[]>;
};

/** The reviewed catalogue that comes with the service. */
export const builtInCatalogue: Catalogue = {
  live: true,
  load: () => catalogueFile(new URL("../../../sources/catalogue.json", import.meta.url)),
};

/** A catalogue from another file. */
export const catalogueFile = async (path: string | URL): Promise<Feed[]> =>
  catalogue.parse(JSON.parse(await readFile(path, "utf8")));

/** A catalogue from another process: sample feeds for development. */
export const catalogueAt = (url: string): Catalogue => ({
  live: false,
  load: async () => {
    const client = httpClient();
    try {
      const answer = await client.get(new URL(url), AbortSignal.timeout(5_000), {});
      if (answer.statusCode !== 200) {
        throw new Error(`the feed catalogue answered ${answer.statusCode}`);
      }
      return catalogue.parse(await json(answer));
    } finally {
      client.close();
    }
  },
});
