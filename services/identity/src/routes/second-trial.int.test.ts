import { fromBinary } from "@bufbuild/protobuf";
import { UserChangedSchema } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { EndedTrials } from "../store/ended-trials.ts";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
startForTests(startIdentity, (started) => (identity = started));
beforeEach(async () => {
  await identity.users.model.deleteMany({});
  await identity.endedTrials.model.deleteMany({});
});

const phone = "+33612345678";
const grace = { username: "Grace", email: "grace@example.com", password: "nanoseconds" };
const signUp = (body: object, headers = {}) => identity.call("POST /signup", { body, headers });
/** Signs up and verifies the address. */
const signUpVerified = async (account: typeof ada & { phone?: string }) => {
  await signUp(account);
  await identity.users.verifyEmail(await idOf(account.email), account.email, new Date());
};
const idOf = async (email: string) => (await identity.users.byEmail(email))!._id;
const erase = (as: string, password = ada.password) =>
  identity.call("DELETE /user", { as, body: { password } });
const deleteAccount = async (email: string, password?: string) =>
  erase(await idOf(email), password);
/** `trialUsed` in the last event about the person with this address. */
const publishedOf = async (email: string) => {
  const { outbox } = await identity.users.model
    .findById(await idOf(email))
    .lean()
    .orFail();
  const value = outbox.at(-1)?.value;
  return fromBinary(UserChangedSchema, Buffer.from(value!.toString("latin1"), "latin1")).trialUsed;
};

test("reports no earlier trial for the first account of a person", async () => {
  await signUp({ ...ada, phone });
  expect(await publishedOf(ada.email)).toBe(false);
});

test.each([
  ["the same address", { ...ada, username: "Other" }],
  ["the address in capitals", { ...ada, email: " ADA@Example.COM" }],
  ["the same number", { ...grace, phone }],
  ["the number in its national form", { ...grace, phone: "06 12 34 56 78" }],
  ["the number with 00", { ...grace, phone: "0033 6 12 34 56 78" }],
])("gives no second trial for %s after the account was deleted", async (_case, body) => {
  await signUpVerified({ ...ada, phone });
  await deleteAccount(ada.email);
  const answer = await signUp(body);
  expect(answer).toMatchObject({
    status: 201,
    body: { message: expect.stringContaining("déjà utilisé l’essai gratuit") },
  });
  expect(await publishedOf(body.email)).toBe(true);
});

test("says in English, too, that the trial was used", async () => {
  await signUpVerified(ada);
  await deleteAccount(ada.email);
  expect((await signUp(ada, { "accept-language": "en" })).body).toEqual({
    message: expect.stringContaining("already used the free trial"),
  });
});

test("recognises an earlier verified address of a deleted account", async () => {
  await signUpVerified(ada);
  const as = await idOf(ada.email);
  const email = "new@example.com";
  expect(await identity.call("PATCH /user/profile", { as, body: { email } })).toMatchObject({
    status: 200,
  });
  const hashOf = (given: string) => identity.endedTrials.hashOfEmail(given);
  for (const emailKey of [ada.email, email]) {
    await identity.users.confirmEmail(as, { emailKey, newEmailKey: email }, hashOf, new Date());
  }
  await erase(as);
  await signUp(ada);
  expect(await publishedOf(ada.email)).toBe(true);
});

test("leaves the trial to the owner of an address that a deleted account never verified", async () => {
  await signUp({ ...grace, email: ada.email });
  const as = await idOf(ada.email);
  const body = { email: "victim@example.com" };
  expect(await identity.call("PATCH /user/profile", { as, body })).toMatchObject({ status: 200 });
  await erase(as, grace.password);
  for (const email of [ada.email, body.email]) {
    await signUp({ ...ada, email, username: email.slice(0, 3) });
    expect(await publishedOf(email)).toBe(false);
  }
});

test("gives a trial to two accounts with the same number while both exist", async () => {
  await signUp({ ...grace, phone });
  await signUp({ ...ada, phone });
  expect(await publishedOf(ada.email)).toBe(false);
  expect(await publishedOf(grace.email)).toBe(false);
});

test("keeps the trials of other people when an account is deleted", async () => {
  await signUp({ ...ada, phone });
  await deleteAccount(ada.email);
  await signUp({ ...grace, phone: "+33687654321" });
  expect(await publishedOf(grace.email)).toBe(false);
});

test("recognises a deleted account for thirteen months, and keeps only hashes", async () => {
  await signUpVerified({ ...ada, phone });
  await deleteAccount(ada.email);
  const hashes = await identity.endedTrials.model.find().lean();
  expect(hashes).toHaveLength(2);
  for (const hash of hashes) {
    expect(Object.keys(hash).toSorted()).toEqual(["_id", "expiresAt"]);
    expect(hash._id).toMatch(/^[\w-]{43}$/);
  }
  const { expiresAt } = hashes[0]!;
  const before = new Date(expiresAt.getTime() - 1);
  expect(await identity.endedTrials.wereUsed({ ...ada, phone }, before)).toBe(true);
  expect(await identity.endedTrials.wereUsed({ ...ada, phone }, expiresAt)).toBe(false);
  const months = (expiresAt.getTime() - Date.now()) / (30.44 * 86_400_000);
  expect(Math.round(months)).toBe(13);
});

test("recognises no deleted account with another secret", async () => {
  await signUp(ada);
  await deleteAccount(ada.email);
  const other = new EndedTrials(identity.users.model.db.useDb("none"), "another secret");
  expect(await other.hashOfEmail(ada.email)).not.toEqual(
    identity.endedTrials.hashOfEmail(ada.email),
  );
});

test("gives no second trial when the account is deleted and signed up again at once", async () => {
  for (let round = 0; round < 3; round += 1) {
    const email = `quick-${round}@example.com`;
    const account = { ...ada, email, username: `Quick ${round}` };
    await signUpVerified(account);
    const as = await idOf(email);
    let signedUp = false;
    const signUpUntilFree = async () => {
      while (!signedUp) if ((await signUp(account)).status === 201) signedUp = true;
    };
    await Promise.all([erase(as), signUpUntilFree(), signUpUntilFree()]);
    expect(await idOf(email)).not.toBe(as);
    expect(await publishedOf(email)).toBe(true);
  }
});

test("gives no trial to two parallel sign-ups with the number of a deleted account", async () => {
  await signUp({ ...ada, phone });
  await deleteAccount(ada.email);
  const second = { username: "Third", email: "third@example.com", password: "countess" };
  await Promise.all([signUp({ ...grace, phone }), signUp({ ...second, phone })]);
  expect(await publishedOf(grace.email)).toBe(true);
  expect(await publishedOf(second.email)).toBe(true);
});
