// node services/content/dist/commands/migrate.js        before the pods of a release start
import { ErasedPeople } from "@matinale/bus";
import { runMigrations } from "@matinale/kit/mongo";
import { contentStores } from "../store/index.ts";

await runMigrations("content", (mongo) => [new ErasedPeople(mongo), contentStores(mongo)]);
