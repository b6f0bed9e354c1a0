import { record } from "@matinale/bus";
import { asUserId, termsVersion } from "@matinale/contracts";
import sharp from "sharp";
import { silentLogger as logger } from "@matinale/kit/testing";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test, vi } from "vitest";
import { consuming } from "../testing/consuming.ts";
import { ada, product, site, startIdentity, type TestIdentity } from "../testing/harness.ts";
import { identityWorkers } from "../workers/index.ts";

let identity: TestIdentity;
let adasId: string;
startForTests(startIdentity, (started) => (identity = started));
const publish = consuming(() => identity);
beforeEach(async () => {
  adasId = await identity.signUpAlone({ ...ada, phone: "+33612345678" });
  const blue = { width: 9, height: 9, channels: 3, background: "blue" } as const;
  const form = new FormData();
  const file = await sharp({ create: blue }).png().toBuffer();
  form.append("profilePicture", new Blob([file]), "me.png");
  await identity.upload(form, adasId);
});

const erase = (body: unknown, as = adasId) => identity.call("DELETE /user", { as, body });
const exportData = () => identity.call("GET /export", { as: adasId });
const logIn = () =>
  identity.call("POST /internal/credentials", {
    as: "service:gateway",
    body: { email: ada.email, password: ada.password },
  });
const pictureOf = async (as: string) => {
  const { body } = await identity.call("GET /me", { as });
  return (body as { profilePicture: string }).profilePicture;
};

test("exports everything about the person, and nothing internal", async () => {
  const { status, body } = await exportData();
  expect(status).toBe(200);
  expect(body).toEqual({
    username: "Ada",
    email: "ada@example.com",
    phone: "+33612345678",
    language: "fr",
    voice: "female",
    signedUpAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    emailVerifiedAt: null,
    pendingEmail: null,
    passwordChangedAt: null,
    ownerSince: null,
    terms: { version: termsVersion, acceptedAt: expect.stringMatching(/^\d{4}-/) },
    trialUsed: false,
    contactMessages: [],
    mails: expect.arrayContaining([expect.objectContaining({ kind: "verification" })]),
    links: [],
    resetCode: null,
    copies: { subscription: null, preferences: null },
    picture: expect.stringMatching(/^data:image\/webp;base64,UklGR/),
  });
});

test("leaves only the id and a tombstone of an erased person", async () => {
  const picture = await pictureOf(adasId);
  expect(await erase({ password: ada.password })).toMatchObject({
    status: 200,
    body: { success: true, message: expect.stringContaining("supprimés") },
  });
  const stored = await identity.users.model
    .findById(adasId)
    .select("+picture.bytes")
    .lean()
    .orFail();
  const { outbox, ...left } = stored;
  expect(left).toEqual({
    _id: adasId,
    version: 3,
    erasedAt: expect.any(Date),
    emailKey: expect.stringMatching(/^ erased /),
    usernameKey: expect.stringMatching(/^ erased /),
  });
  expect(outbox.at(-1)).toMatchObject({ topic: "user.changed", key: adasId, value: null });
  expect((await identity.download(picture)).status).toBe(404);
});

test("leaves no message, link or code of an erased person", async () => {
  const about = { userId: asUserId(adasId) };
  await identity.messages.add([{ kind: "password_reset", about }], new Date());
  await identity.messages.add([{ kind: "password_reset_code", about }], new Date());
  await identity.sendDue();
  const left = async () => {
    const { messages, links, codes } = identity;
    const all = [messages.model, links.model, codes.model].map((model) => model.countDocuments());
    return Promise.all(all);
  };
  // the reminder, the links of two mails, one code
  expect(await left()).toEqual([1, 2, 1]);
  await erase({ password: ada.password });
  expect(await left()).toEqual([0, 0, 0]);
});

test("deletes the link of a mail that was being sent during the erasure", async () => {
  const { users, links, sent } = identity;
  const { mailer, sendCode } = sent;
  vi.spyOn(users, "find").mockImplementationOnce(async (id) => {
    const user = await users.find(id);
    await erase({ password: ada.password });
    return user;
  });
  await identity.sendDue();
  expect(await links.model.countDocuments()).toBe(1);
  const workers = identityWorkers({ ...identity, mailer, sendCode, site, product, logger });
  await Promise.all(workers.map((worker) => worker.start()));
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(await links.model.countDocuments()).toBe(0);
});

test("keeps the mails and copies of an account whose erasure failed, and mails about it later", async () => {
  const { users, subscribers, messages } = identity;
  vi.spyOn(users, "erase").mockRejectedValueOnce(new Error("no primary"));
  expect(await erase({ password: ada.password })).toMatchObject({ status: 500 });
  expect(await messages.of(asUserId(adasId))).toHaveLength(2);
  await publish(
    record("preferences.changed", { userId: adasId, version: 1n, language: "en", timezone: "UTC" }),
  );
  expect(await subscribers.document(asUserId(adasId))).toMatchObject({
    preferences: { language: "en" },
  });
});

test("answers 401 to every call and log-in of an erased person", async () => {
  await erase({ password: ada.password });
  for (const line of ["GET /me", "GET /export", "DELETE /user/profile-picture"] as const) {
    expect(await identity.call(line, { as: adasId })).toMatchObject({
      status: 401,
      body: { code: "UNAUTHENTICATED" },
    });
  }
  const change = { as: adasId, body: { username: "Still here" } };
  expect(await identity.call("PATCH /user/profile", change)).toMatchObject({ status: 401 });
  expect(await erase({ password: ada.password })).toMatchObject({ status: 401 });
  expect(await logIn()).toMatchObject({
    status: 401,
    body: { code: "INVALID_CREDENTIALS", message: "Invalid email or password" },
  });
});

test("frees name and address at once, for another account", async () => {
  await erase({ password: ada.password });
  expect(await identity.call("POST /signup", { body: ada })).toMatchObject({ status: 201 });
  const { body } = await logIn();
  const { userId } = body as { userId: string };
  expect(userId).not.toBe(adasId);
  expect(await pictureOf(userId)).toBeNull();
  await erase({ password: ada.password }, userId);
  expect(await identity.call("POST /signup", { body: ada })).toMatchObject({ status: 201 });
});

test("requires the password, and answers in the person's language", async () => {
  expect(await erase({ password: "wrong" })).toMatchObject({
    status: 401,
    body: { code: "INVALID_CREDENTIALS", message: expect.stringContaining("Mot de passe") },
  });
  for (const body of [undefined, {}, { password: { $ne: "" } }, { password: "x", all: true }]) {
    expect(await erase(body)).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
  }
  expect(await exportData()).toMatchObject({ status: 200 });
});

test("erases once when erasures and changes arrive in parallel", async () => {
  const change = { as: adasId, body: { username: "Countess" } };
  const answers = await Promise.all([
    erase({ password: ada.password }),
    identity.call("PATCH /user/profile", change),
    erase({ password: ada.password }),
    identity.call("DELETE /user/profile-picture", { as: adasId }),
  ]);
  for (const { status } of answers) expect([200, 401]).toContain(status);
  const stored = await identity.users.model.findById(adasId).lean().orFail();
  expect(stored.username).toBeUndefined();
  expect(stored.outbox.filter(({ value }) => value === null)).toHaveLength(1);
  expect(stored.outbox.at(-1)?.value).toBeNull();
});
