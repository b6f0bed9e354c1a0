// node services/delivery/dist/commands/migrate.js        before the pods of a release start
import { loadConfig } from "@matinale/kit";
import { runMigrations } from "@matinale/kit/mongo";
import { z } from "zod";
import { retentionEnv } from "../config.ts";
import { deliveryStores } from "../store/index.ts";

const { DELIVERY_RETENTION_DAYS: deliveryDays } = loadConfig(z.object(retentionEnv));
// no store writes a hash here
await runMigrations("delivery", (mongo) => [deliveryStores(mongo, { deliveryDays, secret: "" })]);
