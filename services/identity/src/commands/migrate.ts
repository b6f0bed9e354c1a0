// node services/identity/dist/commands/migrate.js        before the pods of a release start
import { runMigrations } from "@matinale/kit/mongo";
import { identityStores } from "../store/index.ts";

// no store writes a hash here
await runMigrations("identity", (mongo) => Object.values(identityStores(mongo, "")));
