// node services/content/src/commands/feeds.ts off <feed> | on <feed> | status
import { onDatabase } from "@matinale/kit";
import { feedLine } from "../domain/feeds/feed-state.ts";
import { FeedStore } from "../store/feeds.ts";

const [command = "status", id = ""] = process.argv.slice(2);
const fail = (message: string) => {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
};
if (command === "status") {
  await onDatabase(async (mongo) => {
    for (const feed of await new FeedStore(mongo).states())
      process.stdout.write(`${feedLine(feed, new Date())}\n`);
  });
} else if ((command !== "off" && command !== "on") || id === "") {
  fail("usage: feeds.ts off <feed> | on <feed> | status");
} else {
  await onDatabase(async (mongo) => {
    if (await new FeedStore(mongo).switch(id, command, new Date())) {
      process.stdout.write(
        command === "off"
          ? `${id} is off: it is not polled any more. Its stories of the last days stay.\n`
          : `${id} is on: it is polled within a minute.\n`,
      );
    } else fail(`no feed ${id}; status lists them`);
  });
}
