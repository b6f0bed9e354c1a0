// node services/content/src/commands/unknown-names.ts [limit]: names of the last week that the pronunciation lexicon lacks
import { languages } from "@matinale/contracts";
import { connectMongo, loadConfig, mongoEnv } from "@matinale/kit";
import { unknownNames } from "@matinale/newsroom/reading";
import { z } from "zod";
import { ItemStore } from "../store/items.ts";

const weekMs = 7 * 24 * 60 * 60 * 1000;
const limit = Number(process.argv[2] ?? 40);
const mongo = await connectMongo(loadConfig(z.object(mongoEnv)));
try {
  const items = new ItemStore(mongo);
  for (const language of languages) {
    const texts = await items.textsSince(language, new Date(Date.now() - weekMs));
    process.stdout.write(`${language}: ${texts.length} articles of the last seven days\n`);
    for (const { name, texts: count } of unknownNames(texts, language, limit))
      process.stdout.write(`${String(count).padStart(6)}  ${name}\n`);
  }
} finally {
  await mongo.close();
}
