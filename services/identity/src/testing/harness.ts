import { connectMongo, ensureIndexes } from "@matinale/kit";
import {
  asUser,
  caller,
  listen,
  silentLogger,
  testDatabase,
  testSecret,
} from "@matinale/kit/testing";
import { identityApp } from "../app.ts";
import { createPasswords, type PasswordLimits } from "../clients/argon2/passwords.ts";
import { EndedTrials } from "../store/ended-trials.ts";
import { UserStore } from "../store/users.ts";

/** Identity on its own database, without Kafka: outboxes in `users.model` hold what it would publish. */
export async function startIdentity(limits: PasswordLimits = { atOnce: 2, waiting: 50 }) {
  const database = testDatabase("identity");
  const mongo = await connectMongo(database);
  const users = new UserStore(mongo);
  const endedTrials = new EndedTrials(mongo, testSecret);
  await ensureIndexes(mongo);
  const passwords = await createPasswords(limits);
  const logger = silentLogger;
  const server = await listen(
    identityApp({ users, passwords, endedTrials, secret: testSecret, logger }),
  );
  const call = caller(server.url, "identity");
  return {
    users,
    endedTrials,
    call,
    /** Deletes all accounts and signs up this one. @returns its id */
    signUpAlone: async (account: object): Promise<string> => {
      await users.model.deleteMany({});
      await call("POST /signup", { body: account });
      return (await users.model.findOne({}).lean().orFail())._id;
    },
    /** Sends a form as the gateway does for this person. */
    upload: async (form: FormData, as: string) => {
      const headers = await asUser(as, "identity");
      const url = `${server.url}/user/profile-picture`;
      const answer = await fetch(url, { method: "POST", headers, body: form });
      return { status: answer.status, body: await answer.json() };
    },
    /** Fetches a picture as a browser does. */
    download: async (path: string) => {
      const answer = await fetch(server.url + path);
      const { status, headers } = answer;
      return { status, headers, bytes: Buffer.from(await answer.arrayBuffer()) };
    },
    stop: async () => {
      await server.close();
      await mongo.close();
      await database.drop();
    },
  };
}

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>;

export const ada = { username: "Ada", email: "ada@example.com", password: "countess" };
