// node services/content/src/commands/withdraw-story.ts <story> "why"
import { endWithUsage } from "@matinale/kit";
import { onDatabase, recordAction } from "@matinale/kit/mongo";
import { AlertStore } from "../store/alerts.ts";
import { CompositionStore } from "../store/compositions.ts";
import { StoryStore } from "../store/stories.ts";

const [id = "", ...words] = process.argv.slice(2);
const why = words.join(" ");
if (id === "" || why === "")
  endWithUsage('usage: withdraw-story.ts <story> "why"; run it in delivery afterwards');
await onDatabase(async (mongo) => {
  const at = new Date();
  if (await new StoryStore(mongo).withdraw(id, at)) {
    const dropped = await new CompositionStore(mongo).drop(id);
    const alerts = await new AlertStore(mongo).withdraw(id);
    await recordAction(mongo, { action: "withdraw story", subject: id, why, at });
    process.stdout.write(
      `content: ${id} is withdrawn: no new digest has it. ${dropped} stored compositions were dropped, ${alerts} alerts withdrawn.\n`,
    );
  } else {
    process.stderr.write(`content: no story ${id}; timeline prints the stories of a digest\n`);
    process.exitCode = 1;
  }
});
