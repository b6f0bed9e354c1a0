import type { Product } from "@matinale/contracts";
import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import {
  asUser,
  caller,
  listen,
  silentLogger,
  testDatabase,
  testProduct,
  testSecret,
} from "@matinale/kit/testing";
import { identityApp } from "../app.ts";
import { createPasswords } from "../clients/argon2/passwords.ts";
import type { SendCode } from "../clients/delivery-codes.ts";
import type { Mail, Mailer } from "../domain/mail/mail.ts";
import { identityStores } from "../store/index.ts";
import { sendAccountMessages } from "../workers/send-account-messages.ts";

/** Where the harness sends mail and codes. Tests replace the mailer and `sendCode` to make them fail. */
interface Sent {
  mails: Mail[];
  mailer: Mailer | null;
  codes: { userId: string; code: string; hasVerifiedEmail: boolean }[];
  sendCode: SendCode;
}

function sentHere(): Sent {
  const mails: Mail[] = [];
  const codes: Sent["codes"] = [];
  return {
    mails,
    mailer: { send: async (mail) => void mails.push(mail) },
    codes,
    sendCode: async (userId, code, account) => {
      codes.push({ userId, code, ...account });
      return true;
    },
  };
}

/** The owner’s file, with another brand than the repository’s. */
export const product: Product = {
  ...testProduct,
  brand: { name: "Aurore & Cie", supportEmail: "owner@matinale.test" },
};

export const site = "https://matinale.test";

/** Identity on its own database, without Kafka: outboxes in `users.model` hold what it would publish. */
export async function startIdentity() {
  const database = testDatabase("identity");
  const mongo = await connectMongo(database);
  const stores = identityStores(mongo, testSecret);
  const { users, messages, links, codes } = stores;
  await ensureIndexes(mongo);
  const passwords = await createPasswords({ atOnce: 2, waitMs: 30_000 });
  const logger = silentLogger;
  const sent = sentHere();
  const server = await listen(
    identityApp({
      ...stores,
      plans: product.plans,
      sendsMail: true,
      passwords,
      secret: testSecret,
      logger,
    }),
  );
  /** Sends what is due at this instant, as the worker does. @returns the mails */
  const sendDue = async (now = new Date(Date.now() + 5_000)): Promise<Mail[]> => {
    const { mailer, sendCode } = sent;
    const before = sent.mails.length;
    const deps = { ...stores, mailer, sendCode, site, product, logger };
    for (const channel of ["mail", "whatsapp"] as const) {
      while ((await sendAccountMessages(channel, deps, now)) === "again");
    }
    return sent.mails.slice(before);
  };
  const call = caller(server.url, "identity");
  return {
    ...stores,
    passwords,
    sent,
    sendDue,
    url: server.url,
    call,
    /** Deletes all accounts and signs up this one. @returns its id */
    signUpAlone: async (account: object): Promise<string> => {
      await users.model.deleteMany({});
      await Promise.all([
        messages.model.deleteMany({}),
        links.model.deleteMany({}),
        codes.model.deleteMany({}),
      ]);
      await call("POST /signup", { body: account });
      return (await users.model.findOne({}).lean().orFail())._id;
    },
    /** Sends a form of an English page as the gateway does for this person. */
    upload: async (form: FormData, as: string) => {
      const headers = { ...(await asUser(as, "identity")), "accept-language": "en" };
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
