import { createBus, ErasedPeople } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";
import { awaitMongo, ensureIndexes, mongoReady, type Logger, type Service } from "@matinale/kit";
import { identityApp } from "./app.ts";
import { createPasswords } from "./clients/argon2/passwords.ts";
import { deliveryCodes } from "./clients/delivery-codes.ts";
import { smtpMailer } from "./clients/smtp/smtp-mailer.ts";
import { smtpSettings, type Config } from "./config.ts";
import { consumers } from "./consumers/index.ts";
import { AccountLinks } from "./store/account-links.ts";
import { AccountMessages } from "./store/account-messages.ts";
import { EndedTrials } from "./store/ended-trials.ts";
import { SubscriberStore } from "./store/subscribers.ts";
import { ResetCodes } from "./store/reset-codes.ts";
import { TicketStore } from "./store/tickets.ts";
import { UserStore } from "./store/users.ts";
import { workers } from "./workers/index.ts";

/** Connects the parts of the service. Nothing is started yet. */
export async function identityService(config: Config, logger: Logger): Promise<Service> {
  const mongo = await awaitMongo(config, logger);
  const bus = createBus(config, { service: "identity", logger });
  const users = new UserStore(mongo);
  const endedTrials = new EndedTrials(mongo, config.TRIAL_HASH_SECRET);
  const messages = new AccountMessages(mongo);
  const links = new AccountLinks(mongo);
  const codes = new ResetCodes(mongo, config.TRIAL_HASH_SECRET);
  const subscribers = new SubscriberStore(mongo);
  const tickets = new TicketStore(mongo);
  const erased = new ErasedPeople(mongo);
  const forget = (ids: readonly UserId[]) => subscribers.erase(ids);
  await ensureIndexes(mongo);
  const passwords = await createPasswords({
    atOnce: config.PASSWORD_HASHES_AT_ONCE,
    waiting: config.PASSWORD_HASHES_WAITING,
  });

  const smtp = smtpSettings(config);
  const mailer = smtp === null ? null : smtpMailer(smtp);
  if (mailer === null) logger.warn("mail is off: no verification and no link to reset a password");
  const stores = { users, endedTrials, messages, links, codes, tickets };

  return {
    name: "identity",
    config,
    logger,
    app: identityApp({
      ...stores,
      subscribers,
      erased,
      plans: config.PRODUCT_FILE.plans,
      sendsMail: mailer !== null,
      passwords,
      secret: config.INTERNAL_TOKEN_SECRET,
      logger,
    }),
    jobs: workers({
      ...stores,
      mailer,
      codeChannel: deliveryCodes(config),
      subscribers,
      site: config.APP_URL,
      product: config.PRODUCT_FILE,
      logger,
    }),
    consumers: bus.consume(consumers(subscribers, messages, { erased, forget })),
    relay: bus.relay([users.model]),
    ready: [mongoReady(mongo)],
    close: [bus, { close: async () => mailer?.close() }, mongo],
  };
}
