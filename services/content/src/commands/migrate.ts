// node services/content/dist/commands/migrate.js        before the pods of a release start
import { ErasedPeople } from "@matinale/bus";
import { runMigrations } from "@matinale/kit";
import { AssembledAudioStore } from "../store/assembled-audio.ts";
import { ClipStore } from "../store/clips.ts";
import { CompositionStore } from "../store/compositions.ts";
import { DailyBudgets } from "../store/daily-budgets.ts";
import { DigestRequestStore } from "../store/digest-requests.ts";
import { FeedStore } from "../store/feeds.ts";
import { ItemStore } from "../store/items.ts";
import { MediaStore } from "../store/media.ts";
import { PreviewStore } from "../store/previews.ts";
import { ScriptStore } from "../store/scripts.ts";
import { ShortLinkStore } from "../store/short-links.ts";
import { SingletonLeases } from "../store/singleton-leases.ts";
import { StoryStore } from "../store/stories.ts";
import { SubscriberStore } from "../store/subscribers.ts";
import { WeighedStories } from "../store/weighed-stories.ts";
import { AlertStore } from "../store/alerts.ts";

await runMigrations("content", (mongo) => [
  new ErasedPeople(mongo),
  new AlertStore(mongo),
  new WeighedStories(mongo),
  new AssembledAudioStore(mongo),
  new ClipStore(mongo),
  new CompositionStore(mongo),
  new DailyBudgets(mongo),
  new DigestRequestStore(mongo),
  new FeedStore(mongo),
  new ItemStore(mongo),
  new MediaStore(mongo),
  new PreviewStore(mongo),
  new ScriptStore(mongo),
  new ShortLinkStore(mongo),
  new SingletonLeases(mongo),
  new StoryStore(mongo),
  new SubscriberStore(mongo),
]);
