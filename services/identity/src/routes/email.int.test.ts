import { asUserId, termsVersion } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
let adasId: string;
startForTests(startIdentity, (started) => (identity = started));
beforeEach(async () => {
  adasId = await identity.signUpAlone({ ...ada, language: "en" });
});

const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const me = async () => (await identity.call("GET /me", { as: adasId })).body;
const verify = (token: string) => identity.call("POST /verify-email", { body: { token } });
const confirm = (token: string) => identity.call("POST /confirm-email", { body: { token } });
const headers = { "accept-language": "en" };
const change = (body: object) =>
  identity.call("PATCH /user/profile", { as: adasId, body, headers });
const sendAgain = () => identity.call("POST /send-verification", { as: adasId });
/** The tokens of the mails that are due, by recipient. */
const mailed = async (at?: Date) =>
  new Map(
    (await identity.sendDue(at)).map(({ to, text }) => [
      to,
      /token=([\w-]+)/.exec(text)?.[1] ?? "none",
    ]),
  );
const tokenFor = async (to: string) => (await mailed()).get(to) ?? "none";
const verifyAda = async () => verify(await tokenFor(ada.email));

test("records the terms that the sign-up accepted", async () => {
  const { terms, signedUpAt } = await identity.users.byId(adasId as never);
  expect(terms).toEqual({ version: termsVersion, acceptedAt: signedUpAt });
});

test("mails a link after the sign-up that verifies the address once", async () => {
  expect(await me()).toMatchObject({ emailVerified: false });
  const token = await tokenFor(ada.email);
  expect(await verify(token)).toMatchObject({ status: 200, body: { success: true } });
  expect(await me()).toMatchObject({ emailVerified: true });
  expect(await verify(token)).toMatchObject({ status: 400, body: { code: "LINK_EXPIRED" } });
});

test("a link works again when the database was away", async () => {
  const away = (name: "verifyEmail" | "confirmEmail") =>
    vi.spyOn(identity.users, name).mockRejectedValueOnce(new Error("the database is away"));
  const token = await tokenFor(ada.email);
  away("verifyEmail");
  expect(await verify(token)).toMatchObject({ status: 500 });
  expect(await verify(token)).toMatchObject({ status: 200 });
  await change({ email: "new@example.com" });
  const consent = await tokenFor("new@example.com");
  away("confirmEmail");
  expect(await confirm(consent)).toMatchObject({ status: 500 });
  expect(await confirm(consent)).toMatchObject({ body: { success: true, done: false } });
});

test("reminds once after three days, unless the address is verified", async () => {
  await identity.sendDue();
  expect(await identity.sendDue(days(2.9))).toEqual([]);
  expect(await identity.sendDue(days(3.1))).toMatchObject([
    { to: ada.email, subject: "Your email address is waiting to be confirmed" },
  ]);
  expect(await identity.sendDue(days(30))).toEqual([]);

  adasId = await identity.signUpAlone(ada);
  await verifyAda();
  expect(await identity.sendDue(days(3.1))).toEqual([]);
});

test("mails the link again, and answers 429 when many are open", async () => {
  await identity.sendDue();
  for (let count = 0; count < 5; count += 1) {
    expect(await sendAgain()).toMatchObject({ status: 200 });
    expect(await identity.sendDue()).toHaveLength(1);
  }
  const refused = await sendAgain();
  expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
  expect(refused.headers.get("retry-after")).toBe("3600");
});

test("mails nothing to a verified address", async () => {
  await verifyAda();
  expect(await sendAgain()).toMatchObject({ status: 200 });
  expect(await identity.sendDue()).toEqual([]);
});

test("does not greet by name at an address that is not verified", async () => {
  const [mail] = await identity.sendDue();
  expect(mail?.text + (mail?.html ?? "")).not.toContain("Ada");
});

test("changes an address that was never verified at once, and ends links to the former one", async () => {
  const former = await tokenFor(ada.email);
  expect(await change({ email: "new@example.com" })).toMatchObject({ status: 200 });
  expect(await me()).toMatchObject({ email: "new@example.com", emailVerified: false });
  expect(await verify(former)).toMatchObject({ status: 400, body: { code: "LINK_EXPIRED" } });
  expect(await verify(await tokenFor("new@example.com"))).toMatchObject({ status: 200 });
  expect(await me()).toMatchObject({ emailVerified: true });
});

describe("a session of an account that is older than an hour", () => {
  const email = "thief@example.com";
  beforeEach(async () => {
    await identity.users.model.updateOne({ _id: asUserId(adasId) }, { signedUpAt: days(-0.05) });
    await identity.sendDue();
  });

  test.each<[object, string]>([
    [{}, "Enter your current password"],
    [{ currentPassword: "guess" }, "wrong"],
  ])(
    "does not change an address that was never verified with the password %j",
    async (password, message) => {
      expect(await change({ email, username: "Thief", ...password })).toMatchObject({
        status: 403,
        body: { code: "WRONG_PASSWORD", message: expect.stringContaining(message) },
      });
      expect(await me()).toMatchObject({ email: ada.email, username: "Ada" });
      expect(await identity.sendDue()).toEqual([]);
    },
  );

  test("changes it with the password, and other fields or its spelling without", async () => {
    const spelling = { email: "ADA@example.com", username: "Countess" };
    expect(await change(spelling)).toMatchObject({ status: 200, body: spelling });
    expect(await change({ email, currentPassword: ada.password })).toMatchObject({
      status: 200,
      body: { email },
    });
  });
});

test.each([
  ["the old address first", [ada.email, "new@example.com"]],
  ["the new address first", ["new@example.com", ada.email]],
])("changes a verified address when both have confirmed, %s", async (_case, order) => {
  await verifyAda();
  expect(await change({ email: "new@example.com", username: "Countess" })).toMatchObject({
    status: 200,
    body: { email: ada.email, username: "Countess" },
  });
  expect(await me()).toMatchObject({ email: ada.email, pendingEmail: "new@example.com" });
  const tokens = await mailed();
  const [first = "", second = ""] = order.map((address) => tokens.get(address));
  expect(await confirm(first)).toMatchObject({ body: { success: true, done: false } });
  expect(await confirm(first)).toMatchObject({ status: 400, body: { code: "LINK_EXPIRED" } });
  expect(await me()).toMatchObject({ email: ada.email });
  expect(await confirm(second)).toMatchObject({ body: { success: true, done: true } });
  expect(await me()).toMatchObject({
    email: "new@example.com",
    pendingEmail: null,
    emailVerified: true,
  });
  const stored = await identity.users.model.findById(adasId).lean().orFail();
  expect(stored.formerEmails).toEqual([identity.endedTrials.hashOfEmail(ada.email)]);
});

test("applies another spelling of a verified address at once", async () => {
  await verifyAda();
  await change({ email: "ADA@example.com" });
  expect(await me()).toMatchObject({ email: "ADA@example.com", pendingEmail: null });
  expect(await me()).toMatchObject({ emailVerified: true });
});

test("counts no consent to an earlier change for a later one", async () => {
  await verifyAda();
  await change({ email: "mine@example.com" });
  const consent = await tokenFor(ada.email);
  await change({ email: "thief@example.com" });
  const thief = await tokenFor("thief@example.com");
  expect(await confirm(consent)).toMatchObject({ status: 400, body: { code: "LINK_EXPIRED" } });
  expect(await confirm(thief)).toMatchObject({ body: { done: false } });
  expect(await me()).toMatchObject({ email: ada.email, pendingEmail: "thief@example.com" });
});

test("cancels a change with its links", async () => {
  await verifyAda();
  await change({ email: "new@example.com" });
  const tokens = await mailed();
  const cancelled = await identity.call("DELETE /user/pending-email", { as: adasId });
  expect(cancelled).toMatchObject({ status: 200, body: { success: true } });
  expect(await me()).toMatchObject({ pendingEmail: null });
  for (const token of tokens.values()) expect(await confirm(token)).toMatchObject({ status: 400 });
});

test("mails at most six links to new addresses, however often they change or are cancelled", async () => {
  const cancel = () => identity.call("DELETE /user/pending-email", { as: adasId });
  const flood = async (act: () => Promise<unknown>) => {
    let mails = 0;
    for (let turn = 0; turn < 10; turn += 1) {
      await change({ email: `victim${turn}@example.com` });
      mails += (await mailed()).size;
      await act();
    }
    return mails;
  };
  await mailed();
  expect(await flood(async () => undefined)).toBeLessThanOrEqual(6);
  adasId = await identity.signUpAlone({ ...ada, language: "en" });
  await verifyAda();
  expect(await flood(cancel)).toBeLessThanOrEqual(6);
});

test("answers 429 to a change of address when only one of its two mails could be sent", async () => {
  await verifyAda();
  const link = { userId: asUserId(adasId), purpose: "confirm_email", emailKey: "old" } as const;
  for (let count = 0; count < 5; count += 1) {
    await identity.links.create({ ...link, messageId: String(count) }, new Date());
  }
  const refused = await change({ email: "new@example.com" });
  expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
  expect(await me()).toMatchObject({ pendingEmail: null });
  // another spelling needs no mail
  expect(await change({ email: "ADA@example.com" })).toMatchObject({ status: 200 });
});

test("gives an address that two accounts wait for to the first that confirms", async () => {
  await verifyAda();
  const grace = { username: "Grace", email: "grace@example.com", password: "nanoseconds" };
  await change({ email: grace.email });
  const tokens = await mailed();
  await identity.call("POST /signup", { body: grace });
  expect(await change({ email: grace.email })).toMatchObject({
    status: 409,
    body: { code: "EMAIL_TAKEN" },
  });
  await confirm(tokens.get(ada.email) ?? "");
  expect(await confirm(tokens.get(grace.email) ?? "")).toMatchObject({
    status: 409,
    body: { code: "EMAIL_TAKEN" },
  });
  expect(await me()).toMatchObject({ email: ada.email, pendingEmail: null });
});

test.each(["POST /verify-email", "POST /confirm-email"] as const)(
  "%s refuses what is no token",
  async (line) => {
    for (const token of ["", { $ne: null }, "x".repeat(300), undefined]) {
      const answer = await identity.call(line, { body: { token } });
      expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
    }
    expect(await identity.call(line, { body: { token: "guess" } })).toMatchObject({
      status: 400,
      body: { code: "LINK_EXPIRED" },
    });
  },
);
