import { ErasedPeople } from "@matinale/bus";
import { asUserId, type UserId } from "@matinale/contracts";
import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import {
  caller,
  listen,
  silentLogger,
  testDatabase,
  testProduct,
  testSecret,
} from "@matinale/kit/testing";
import { preferencesApp } from "../app.ts";
import { SubscriberStore } from "../store/subscribers.ts";

/** Preferences on its own database, without Kafka: outboxes in its model hold what it would publish. */
export async function startPreferences() {
  const database = testDatabase("preferences");
  const mongo = await connectMongo(database);
  const subscribers = new SubscriberStore(mongo, testProduct);
  const erased = new ErasedPeople(mongo);
  const forgetting = { erased, forget: (ids: readonly UserId[]) => subscribers.erase(ids) };
  await ensureIndexes(mongo);
  const logger = silentLogger;
  const app = preferencesApp({ subscribers, product: testProduct, secret: testSecret, logger });
  const server = await listen(app);
  return {
    mongo,
    subscribers,
    forgetting,
    call: caller(server.url, "preferences"),
    stop: async () => {
      await server.close();
      await mongo.close();
      await database.drop();
    },
  };
}

export type TestPreferences = Awaited<ReturnType<typeof startPreferences>>;

export const ada = asUserId("ada");
