// node services/content/src/commands/feeds.ts off <feed> | on <feed> | status
import { endWithUsage } from "@matinale/kit";
import { onDatabase } from "@matinale/kit/mongo";
import { feedLine } from "../domain/feeds/feed-state.ts";
import { FeedStore } from "../store/feeds.ts";

const [command = "status", id = ""] = process.argv.slice(2);
if (command !== "status" && ((command !== "off" && command !== "on") || id === ""))
  endWithUsage("usage: feeds.ts off <feed> | on <feed> | status");
await onDatabase(async (mongo) => {
  const feeds = new FeedStore(mongo);
  if (command === "status") {
    for (const feed of await feeds.states())
      process.stdout.write(`${feedLine(feed, new Date())}\n`);
  } else if (await feeds.switch(id, command, new Date())) {
    process.stdout.write(
      command === "off"
        ? `${id} is off: it is not polled any more. Its stories of the last days stay.\n`
        : `${id} is on: it is polled within a minute.\n`,
    );
  } else {
    process.stderr.write(`no feed ${id}; status lists them\n`);
    process.exitCode = 2;
  }
});
