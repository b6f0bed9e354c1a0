import { createBus } from "@matinale/bus";
import type { Logger, Service } from "@matinale/kit";
import { awaitMongo, ensureIndexes, mongoCheck } from "@matinale/kit/mongo";
import { identityApp } from "./app.ts";
import { forgettingOf } from "./application/forget-person.ts";
import { createPasswords } from "./clients/argon2/passwords.ts";
import { deliveryCodes } from "./clients/delivery-codes.ts";
import { smtpMailer } from "./clients/smtp/smtp-mailer.ts";
import { smtpSettings, type Config } from "./config.ts";
import { consumers } from "./consumers/index.ts";
import { identityStores } from "./store/index.ts";
import { identityWorkers } from "./workers/index.ts";

export async function identityService(config: Config, logger: Logger): Promise<Service> {
  const mongo = await awaitMongo(config, logger);
  const bus = createBus(config, { service: "identity", logger });
  const stores = identityStores(mongo, config.TRIAL_HASH_SECRET);
  await ensureIndexes(mongo);
  const passwords = await createPasswords();

  const smtp = smtpSettings(config);
  const mailer = smtp === null ? null : smtpMailer(smtp);
  if (mailer === null) {
    logger.warn(
      "mail is off by SEND_MAIL=off or without SMTP_URL, no address is verified and no link sent",
    );
  }

  return {
    name: "identity",
    config,
    logger,
    app: identityApp({
      ...stores,
      plans: config.PRODUCT_FILE.plans,
      sendsMail: mailer !== null,
      passwords,
      secret: config.INTERNAL_TOKEN_SECRET,
      logger,
    }),
    workers: identityWorkers({
      ...stores,
      mailer,
      sendCode: deliveryCodes(config),
      site: config.APP_URL,
      product: config.PRODUCT_FILE,
      logger,
    }),
    consumers: bus.consume(consumers(stores, forgettingOf(stores))),
    relay: bus.relay([stores.users.model]),
    ready: [mongoCheck(mongo)],
    close: [bus, { close: async () => mailer?.close() }, mongo],
  };
}
