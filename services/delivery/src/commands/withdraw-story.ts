// node services/delivery/src/commands/withdraw-story.ts <story> "why"
import { endWithUsage } from "@matinale/kit";
import { onDatabase, recordAction } from "@matinale/kit/mongo";
import { withdrawStory } from "../application/withdraw-story.ts";
import { DeliveryStore } from "../store/deliveries.ts";
import { WithdrawnStories } from "../store/withdrawn-stories.ts";

const [id = "", ...words] = process.argv.slice(2);
const why = words.join(" ");
if (id === "" || why === "")
  endWithUsage('usage: withdraw-story.ts <story> "why"; run it in content first');
await onDatabase(async (mongo) => {
  const stores = { deliveries: new DeliveryStore(mongo), withdrawn: new WithdrawnStories(mongo) };
  const at = new Date();
  const { isNew, takenBack, beingSent } = await withdrawStory(id, stores, at);
  await recordAction(mongo, { action: "withdraw story", subject: id, why, at });
  process.stdout.write(
    `delivery: ${id} ${isNew ? "is" : "was already"} withdrawn. ${takenBack} digests are composed again, ${beingSent} are being sent.\n`,
  );
});
