import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
startForTests(startIdentity, (started) => (identity = started));
beforeEach(async () => {
  await identity.users.model.deleteMany({});
});

const signUp = (body: unknown, headers = {}) => identity.call("POST /signup", { body, headers });

test("answers a sign-up in the language of the page, with a message only", async () => {
  const french = await signUp(ada);
  expect(french.status).toBe(201);
  expect(french.body).toEqual({
    message: "Il reste à choisir vos catégories et à relier WhatsApp.",
  });
  const grace = { ...ada, username: "Grace", email: "g@example.com" };
  const english = await signUp(grace, { "accept-language": "en" });
  expect(english.body).toEqual({
    message: "Next: choose your categories and connect WhatsApp.",
  });
});

test("stores only a hash of the password, at OWASP's minimum cost", async () => {
  await signUp(ada);
  const stored = await identity.users.model.findOne({}).lean();
  expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(JSON.stringify(stored)).not.toContain(ada.password);
});

test("stores the event with the user, without name, address or phone", async () => {
  await signUp({ ...ada, phone: "+33 6 12 34 56 78" });
  const stored = await identity.users.model.findOne({}).lean();
  expect(stored?.outbox).toMatchObject([{ topic: "user.changed", key: stored?._id }]);
  const event = Buffer.from(JSON.stringify(stored?.outbox)).toString();
  const bytes = stored?.outbox[0]?.value?.toString("latin1") ?? "";
  for (const secret of ["Ada", "ada@example.com", "+33", "12 34"]) {
    expect(event + bytes).not.toContain(secret);
  }
});

test.each([
  ["the same address", { ...ada, username: "Other" }, "EMAIL_TAKEN"],
  [
    "an address in capitals",
    { ...ada, username: "Other", email: " ADA@Example.COM " },
    "EMAIL_TAKEN",
  ],
  ["the same name", { ...ada, email: "other@example.com" }, "USERNAME_TAKEN"],
  ["a name in capitals", { ...ada, username: " ADA ", email: "o@example.com" }, "USERNAME_TAKEN"],
  [
    "a name in wide letters",
    { ...ada, username: "Ａｄａ", email: "o@example.com" },
    "USERNAME_TAKEN",
  ],
])("refuses %s as another account has", async (_case, body, code) => {
  await signUp(ada);
  const answer = await signUp(body);
  expect(answer).toMatchObject({ status: 409, body: { code } });
  expect(await identity.users.model.countDocuments()).toBe(1);
});

test("creates one account from ten parallel sign-ups", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(ada)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  expect(await identity.users.model.countDocuments()).toBe(1);
});

test("accepts an insert that the driver repeated", async () => {
  await signUp(ada);
  const stored = await identity.users.model.findOne({}).lean();
  await expect(identity.users.add({ ...stored! })).resolves.toBeUndefined();
});

test.each([
  ["a short name", { username: " ab " }, "Username must be at least 3 characters"],
  ["a bad address", { email: "ada@" }, "Please enter a valid email address"],
  ["a short password", { password: "12345" }, "Password must be at least 6 characters"],
  ["a name as an operator", { username: { $ne: null } }, "Username must be"],
  ["an address as an operator", { email: { $gt: "" } }, "Please enter a valid email"],
  ["a password as an operator", { password: { $ne: "x" } }, "Password must be"],
  ["an address as a list", { email: ["ada@example.com"] }, "Please enter a valid email"],
  ["a name on two lines", { username: "Ada\nB" }, "ne peuvent pas être affichés"],
  [
    "a name with a right-to-left override",
    { username: "Ada\u202Eecila" },
    "ne peuvent pas être affichés",
  ],
  ["a password over 1 kB", { password: "é".repeat(513) }, "Le mot de passe est trop long"],
  ["an unknown language", { language: "de" }, "language"],
  ["a phone as an object", { phone: {} }, "phone"],
  ["an id", { _id: "mine" }, "_id"],
  ["a role", { role: "admin" }, "role"],
  ["a version", { version: 99 }, "version"],
  ["a hash", { passwordHash: "x" }, "passwordHash"],
  ["a subscription", { stripeSubscriptionId: "sub_1" }, "stripeSubscriptionId"],
])("refuses %s and stores nothing", async (_case, wrong, message) => {
  const answer = await signUp({ ...ada, ...wrong });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_FAILED", message: expect.stringContaining(message) },
  });
  expect(await identity.users.model.countDocuments()).toBe(0);
});

test.each([
  ["a list", { raw: "[]" }, 400, "VALIDATION_FAILED"],
  ["no body", {}, 400, "VALIDATION_FAILED"],
  [
    "a form",
    { raw: "username=ada", headers: { "content-type": "application/x-www-form-urlencoded" } },
    415,
    "UNSUPPORTED_MEDIA_TYPE",
  ],
])("refuses %s", async (_case, sent, status, code) => {
  expect(await identity.call("POST /signup", sent)).toMatchObject({ status, body: { code } });
  expect(await identity.users.model.countDocuments()).toBe(0);
});

test.each([
  ["fr", "PassWord", "Ce mot de passe est trop facile à deviner"],
  ["en", "motdepasse", "This password is too easy to guess."],
])("refuses a common password with a message in %s", async (language, password, message) => {
  const headers = { "accept-language": language };
  expect(await signUp({ ...ada, password }, headers)).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_FAILED", message: expect.stringContaining(message) },
  });
  expect(await identity.users.model.countDocuments()).toBe(0);
});

test("stores no phone when the phone is empty", async () => {
  expect((await signUp({ ...ada, phone: "  " })).status).toBe(201);
  expect((await identity.users.model.findOne({}).lean())?.phone).toBeUndefined();
});
