import { readFile } from "node:fs/promises";
import { json } from "node:stream/consumers";
import type { Edition } from "@matinale/newsroom";
import { z } from "zod";
import { feedSchema, type Feed } from "../../domain/news.ts";
import { httpClient } from "../feeds/http-client.ts";

const fields = feedSchema.shape;
const slugs = fields.category.options;

/** An outlet with its feeds by category; `general` is a feed of all categories. */
const outlet = feedSchema
  .pick({ outlet: true, owner: true, language: true, country: true, terms: true, licence: true })
  .extend({
    id: z.string().min(1).max(100),
    homepage: z.url({ protocol: /^https$/u }),
    feeds: z.partialRecord(
      z.enum(["general", ...slugs]),
      z.strictObject({ url: fields.url, confirmed: fields.confirmed.unwrap() }),
    ),
  })
  .strict()
  .refine(
    ({ terms: allowed, licence }) => /^(?:headline|off)$/u.test(allowed) || licence !== undefined,
    "terms that allow more than headlines name their licence",
  );

/** The category of entries of a general feed whose section is unknown. */
const usually = (country: Edition) => (country === "international" ? "international" : "politics");

const ofOutlet = ({
  id,
  homepage: _homepage,
  feeds,
  ...own
}: z.infer<typeof outlet>): z.infer<typeof feedSchema>[] =>
  [...slugs, "general" as const].flatMap((section) => {
    const found = feeds[section];
    if (found === undefined) return [];
    const mixed = section === "general";
    const category = section === "general" ? usually(own.country) : section;
    return [{ ...own, ...found, id: `${id}-${section}`, category, mixed }];
  });

const allowedFeeds = (feeds: readonly z.infer<typeof feedSchema>[]): Feed[] =>
  feeds.flatMap(({ terms: allowed, ...each }) =>
    allowed === "off" ? [] : [{ ...each, terms: allowed }],
  );

const catalogue = z
  .union([z.array(feedSchema), z.array(outlet).transform((all) => all.flatMap(ofOutlet))])
  .refine((feeds) => feeds.length >= 1 && feeds.length <= 5_000, "between 1 and 5,000 feeds")
  .refine(
    (feeds) => new Set(feeds.map(({ id }) => id)).size === feeds.length,
    "an id is used twice",
  )
  .transform(allowedFeeds);

export type Catalogue = {
  /** Whether it comes with the service, so that it does not change while the service runs. */
  builtIn: boolean;
  load(): Promise<Feed[]>;
};

const builtInFile = new URL("../../../sources/catalogue.json", import.meta.url);

export const builtInCatalogue: Catalogue = {
  builtIn: true,
  load: () => catalogueFile(builtInFile),
};

export const catalogueFile = async (path: string | URL): Promise<Feed[]> =>
  catalogue.parse(JSON.parse(await readFile(path, "utf8")));

/** A catalogue from another server: one of your own, or the samples of development. */
export const catalogueAt = (url: string): Catalogue => ({
  builtIn: false,
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
