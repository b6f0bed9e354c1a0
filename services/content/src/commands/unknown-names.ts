// node services/content/src/commands/unknown-names.ts [limit]: names of the last week that the pronunciation lexicon lacks
import { languages } from "@matinale/contracts";
import { endWithUsage } from "@matinale/kit";
import { onDatabase } from "@matinale/kit/mongo";
import { unknownNames } from "@matinale/newsroom/reading";
import { ItemStore } from "../store/items.ts";

const weekMs = 7 * 24 * 60 * 60 * 1000;

const [given = "40"] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(given)) endWithUsage("usage: unknown-names.ts [number of names]");
const limit = Number(given);
await onDatabase(async (mongo) => {
  const items = new ItemStore(mongo);
  for (const language of languages) {
    const texts = await items.textsSince(language, new Date(Date.now() - weekMs));
    process.stdout.write(`${language}, articles of the last seven days: ${texts.length}\n`);
    for (const { name, texts: count } of unknownNames(texts, language, limit))
      process.stdout.write(`${String(count).padStart(6)}  ${name}\n`);
  }
});
