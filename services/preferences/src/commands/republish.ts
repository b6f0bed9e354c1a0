// node services/preferences/src/commands/republish.ts        after a restore, while the service runs
import { runRepublish } from "@matinale/bus";
import { SubscriberStore } from "../store/subscribers.ts";

await runRepublish((mongo, product) => new SubscriberStore(mongo, product));
