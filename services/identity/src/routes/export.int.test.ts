import { asUserId } from "@matinale/contracts";
import { collectionsOf, documentsWith } from "@matinale/kit/testing";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { identityStores } from "../store/index.ts";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
startForTests(startIdentity, (started) => (identity = started));

/** Each collection, with the keys of the export that hold what it stores about a person. */
const exported: Record<string, readonly string[]> = {
  users: ["username", "email", "picture", "terms"],
  subscribers: ["copies"],
  contact_messages: ["contactMessages"],
  account_messages: ["mails"],
  account_links: ["links"],
  reset_codes: ["resetCode"],
  // hashes of deleted accounts, without an id
  ended_trials: [],
};

test("every collection has its place in the export, or a reason to have none", () => {
  expect(Object.keys(exported).toSorted()).toEqual(
    collectionsOf((mongo) => identityStores(mongo, "")),
  );
});

test("exports what every collection holds about a person, without hashes", async () => {
  const id = asUserId(await identity.signUpAlone(ada));
  const now = new Date();
  await identity.subscribers.insertNew(id, { preferences: { version: 1, language: "en" } });
  await identity.links.create(
    { userId: id, purpose: "verify_email", emailKey: ada.email, messageId: "mail" },
    now,
  );
  await identity.codes.create(id, now);
  const message = { topic: "quote", email: "ada@work.example", message: "We are twelve people." };
  await identity.call("POST /user/contact", { as: id, body: message });

  const stored = await documentsWith(identity.users.model.db, id);
  const keys = Object.keys(stored).flatMap((name) => exported[name] ?? [`no keys of ${name}`]);
  expect(Object.keys(stored)).toHaveLength(6);
  const { body } = await identity.call("GET /export", { as: id });
  expect(Object.keys(body as object)).toEqual(expect.arrayContaining(keys));
  expect(body).toMatchObject({
    contactMessages: [{ ...message, reference: expect.stringMatching(/^M-/), plan: null }],
    mails: expect.arrayContaining([expect.objectContaining({ kind: "verification" })]),
    links: [{ purpose: "verify_email", expiresAt: expect.any(String) }],
    resetCode: { expiresAt: expect.any(String), tries: 0 },
    copies: { preferences: { language: "en" } },
  });
  const [{ passwordHash } = { passwordHash: "" }] = await identity.users.model.find({ _id: id });
  expect(passwordHash).not.toBe("");
  expect(JSON.stringify(body)).not.toContain(passwordHash);
});
