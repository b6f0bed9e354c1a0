import { commandArguments, endWithUsage } from "@matinale/kit";
import { builtInCatalogue, catalogueAt, catalogueFile } from "../clients/catalogue/catalogue.ts";
import { createFeedParser } from "../clients/feeds/feed-parser.ts";
import { createFeedReader } from "../clients/feeds/http-feed-reader.ts";
import { complaints, verdictLine } from "../domain/feeds/feed-verdict.ts";
import { checkFeeds } from "../application/check-feeds.ts";

const usage =
  "usage: check-feeds.ts [--file <file or web address>] [--allow <host:port>]… [--deadline <milliseconds>]";

/**
 * Reads every feed of the catalogue and prints which are alive or dead, and why. The exit code is 1 when more than a tenth
 * are dead, or when a country has no feed in a language.
 */
const { values } = commandArguments(
  {
    options: {
      /** Another catalogue: a file or a web address. */
      file: { type: "string" },
      /** "host:port" that may be on a private address; repeatable. */
      allow: { type: "string", multiple: true, default: [] },
      /** Milliseconds for each feed. */
      deadline: { type: "string", default: "10000" },
    },
  },
  usage,
);
const { file } = values;
if (!/^[1-9]\d{0,8}$/u.test(values.deadline)) endWithUsage(usage);

const print = (line: string) => process.stdout.write(`${line}\n`);
const reader = createFeedReader({
  allowedHosts: values.allow,
  deadline: Number(values.deadline),
});
const parser = createFeedParser();
try {
  const feeds = await (file === undefined
    ? builtInCatalogue.load()
    : /^https?:/u.test(file)
      ? catalogueAt(file).load()
      : catalogueFile(file));
  const verdicts = await checkFeeds(feeds, { reader, parser }, (verdict) =>
    print(verdictLine(verdict)),
  );
  const dead = verdicts.filter(({ isAlive }) => !isAlive).length;
  const complaintsFound = complaints(verdicts);
  print(`\n${verdicts.length - dead} of ${verdicts.length} feeds are alive, ${dead} dead.`);
  for (const complaint of complaintsFound) print(`Not fit for use: ${complaint}.`);
  process.exitCode = complaintsFound.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(
    `The feeds cannot be checked: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  await Promise.all([reader.close(), parser.close()]);
}
