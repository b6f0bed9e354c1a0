import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
let adasId: string;
startForTests(startIdentity, (started) => (identity = started));
beforeEach(async () => {
  adasId = await identity.signUpAlone({ ...ada, phone: "+33612345678", language: "en" });
});

const headers = { "accept-language": "en" };
const change = (body: unknown, as = adasId) =>
  identity.call("PATCH /user/profile", { as, body, headers });
const me = async () => (await identity.call("GET /me", { as: adasId })).body;

const before = {
  username: "Ada",
  email: "ada@example.com",
  phone: "+33612345678",
  profilePicture: null,
  voicePreference: "female",
  language: "en",
  emailVerified: false,
  pendingEmail: null,
  passwordChangedAt: null,
};

test("answers with the profile of the signed-in user", async () => {
  expect(await me()).toEqual(before);
});

test("keeps the other fields when one changes, and publishes the change", async () => {
  expect(await change({ voicePreference: "male" })).toMatchObject({ status: 200 });
  expect(await me()).toEqual({ ...before, voicePreference: "male" });
  const stored = await identity.users.model.findById(adasId).lean().orFail();
  expect(stored.version).toBe(2);
  expect(stored.outbox).toHaveLength(2);
});

test("publishes nothing when the change equals the profile", async () => {
  expect(await change({ username: "Ada", voicePreference: "female" })).toMatchObject({
    status: 200,
  });
  expect((await identity.users.model.findById(adasId).lean().orFail()).version).toBe(1);
});

test("accepts another spelling of the account's own name and address", async () => {
  const answer = await change({ username: " ADA ", email: "Ada@Example.com" });
  expect(answer).toMatchObject({
    status: 200,
    body: { username: "ADA", email: "Ada@Example.com" },
  });
});

test.each([
  [{ username: "gRACE" }, "USERNAME_TAKEN", "This username is already taken."],
  [{ email: "GRACE@example.com" }, "EMAIL_TAKEN", "An account with this email address"],
])("answers 409 for %j of another account", async (body, code, message) => {
  await identity.call("POST /signup", {
    body: { username: "Grace", email: "grace@example.com", password: "nanoseconds" },
  });
  expect(await change(body)).toMatchObject({
    status: 409,
    body: { code, message: expect.stringContaining(message) },
  });
  expect(await me()).toEqual(before);
});

test("keeps parallel changes of different fields", async () => {
  const answers = await Promise.all([
    change({ username: "Countess" }),
    change({ email: "countess@example.com" }),
    change({ voicePreference: "male" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await me()).toEqual({
    ...before,
    username: "Countess",
    email: "countess@example.com",
    voicePreference: "male",
  });
});

test.each([
  { username: "ab" },
  // half of a character, which JSON can escape
  { username: "Ada \ud800" },
  // invisible letters
  { username: "\u115f\u115f\u115f" },
  { username: "Ada\u3164" },
  { email: "no" },
  { voicePreference: "robot" },
  { username: { $set: "x" } },
  { phone: "+33600000000" },
  { passwordHash: "x" },
  { _id: "x" },
  { "username.x": "y" },
  { $set: { username: "x" } },
])("refuses %j and changes nothing", async (body) => {
  expect(await change(body)).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
  expect(await me()).toEqual(before);
});

test("answers 401 when the account does not exist any more", async () => {
  expect(await change({ username: "Ghost" }, "gone")).toMatchObject({ status: 401 });
  expect(await identity.call("GET /me", { as: "gone" })).toMatchObject({ status: 401 });
  expect(await identity.call("GET /me")).toMatchObject({ status: 401 });
});
