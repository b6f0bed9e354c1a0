import type { Connection } from "mongoose";
import { AlertStore } from "./alerts.ts";
import { ClipStore } from "./clips.ts";
import { CompositionStore } from "./compositions.ts";
import { DailyBudgets } from "./daily-budgets.ts";
import { DigestRequestStore } from "./digest-requests.ts";
import { FeedStore } from "./feeds.ts";
import { ItemStore } from "./items.ts";
import { MediaStore } from "./media.ts";
import { ScriptStore } from "./scripts.ts";
import { ShortLinkStore } from "./short-links.ts";
import { SingletonLeases } from "./singleton-leases.ts";
import { StoryStore } from "./stories.ts";
import { SubscriberStore } from "./subscribers.ts";
import { WeighedStories } from "./weighed-stories.ts";

/** The stores of the service. They declare its models, whose indexes a migration creates. */
export const contentStores = (mongo: Connection) => ({
  alerts: new AlertStore(mongo),
  budgets: new DailyBudgets(mongo),
  clips: new ClipStore(mongo),
  compositions: new CompositionStore(mongo),
  feeds: new FeedStore(mongo),
  items: new ItemStore(mongo),
  leases: new SingletonLeases(mongo),
  links: new ShortLinkStore(mongo),
  media: new MediaStore(mongo),
  requests: new DigestRequestStore(mongo),
  scripts: new ScriptStore(mongo),
  stories: new StoryStore(mongo),
  subscribers: new SubscriberStore(mongo),
  weighed: new WeighedStories(mongo),
});
