// node services/billing/src/commands/republish.ts        after a restore, while the service runs
import { runRepublish } from "@matinale/bus";
import { billingStores } from "../store/index.ts";

await runRepublish((mongo, product) => billingStores(mongo, product).subscriptions);
