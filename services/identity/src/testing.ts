import { connectMongo, ensureIndexes } from "@matinale/kit";
import { caller, listen, silentLogger, testDatabase, testSecret } from "@matinale/kit/testing";
import { identityApp } from "./app.ts";
import { createPasswords } from "./clients/passwords.ts";
import type { PasswordLimits } from "./clients/passwords.ts";
import { UserStore } from "./store/users.ts";

/** Identity on a database of its own, without Kafka: `users.model` holds what it would publish. */
export async function startIdentity(limits: PasswordLimits = { atOnce: 2, waiting: 50 }) {
  const database = testDatabase("identity");
  const mongo = await connectMongo(database);
  const users = new UserStore(mongo);
  await ensureIndexes(mongo);
  const passwords = await createPasswords(limits);
  const logger = silentLogger;
  const server = await listen(identityApp({ users, passwords, secret: testSecret, logger }));
  return {
    users,
    call: caller(server.url, "identity"),
    stop: async () => {
      await server.close();
      await mongo.close();
      await database.drop();
    },
  };
}

export const ada = { username: "Ada", email: "ada@example.com", password: "countess" };
