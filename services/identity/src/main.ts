import { createBus } from "@matinale/bus";
import {
  awaitMongo,
  createLogger,
  ensureIndexes,
  loadConfig,
  mongoReady,
  runService,
} from "@matinale/kit";
import { identityApp } from "./app.ts";
import { createPasswords } from "./clients/argon2/passwords.ts";
import { schema } from "./config.ts";
import { EndedTrials } from "./store/ended-trials.ts";
import { UserStore } from "./store/users.ts";

const config = loadConfig(schema);
const logger = createLogger({ service: "identity", level: config.LOG_LEVEL });
const mongo = await awaitMongo(config, logger);
const bus = createBus(config, { service: "identity", logger });
const users = new UserStore(mongo);
const endedTrials = new EndedTrials(mongo, config.TRIAL_HASH_SECRET);
await ensureIndexes(mongo);

await runService({
  name: "identity",
  config,
  logger,
  app: identityApp({
    users,
    endedTrials,
    passwords: await createPasswords({
      atOnce: config.PASSWORD_HASHES_AT_ONCE,
      waiting: config.PASSWORD_HASHES_WAITING,
    }),
    secret: config.INTERNAL_TOKEN_SECRET,
    logger,
  }),
  relay: bus.relay([users.model]),
  ready: [mongoReady(mongo)],
  close: [bus, mongo],
});
