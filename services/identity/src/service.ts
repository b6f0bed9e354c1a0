import { createBus } from "@matinale/bus";
import { awaitMongo, ensureIndexes, mongoReady, type Logger, type Service } from "@matinale/kit";
import { identityApp } from "./app.ts";
import { createPasswords } from "./clients/argon2/passwords.ts";
import type { Config } from "./config.ts";
import { EndedTrials } from "./store/ended-trials.ts";
import { UserStore } from "./store/users.ts";

/** Connects the parts of the service. Nothing is started yet. */
export async function identityService(config: Config, logger: Logger): Promise<Service> {
  const mongo = await awaitMongo(config, logger);
  const bus = createBus(config, { service: "identity", logger });
  const users = new UserStore(mongo);
  const endedTrials = new EndedTrials(mongo, config.TRIAL_HASH_SECRET);
  await ensureIndexes(mongo);
  const passwords = await createPasswords({
    atOnce: config.PASSWORD_HASHES_AT_ONCE,
    waiting: config.PASSWORD_HASHES_WAITING,
  });

  return {
    name: "identity",
    config,
    logger,
    app: identityApp({
      users,
      endedTrials,
      passwords,
      secret: config.INTERNAL_TOKEN_SECRET,
      logger,
    }),
    relay: bus.relay([users.model]),
    ready: [mongoReady(mongo)],
    close: [bus, mongo],
  };
}
