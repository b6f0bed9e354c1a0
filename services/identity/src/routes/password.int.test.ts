import { fromBinary } from "@bufbuild/protobuf";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { asUserId, UserChangedSchema } from "@matinale/contracts";
import { histogram } from "@matinale/kit";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ada, site, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
let adasId: string;
startForTests(startIdentity, (started) => (identity = started));
beforeEach(async () => {
  adasId = await identity.signUpAlone({ ...ada, language: "en" });
  await identity.messages.model.deleteMany({});
  identity.sent.codes.splice(0);
});

const as = "service:gateway";
const request = (email: string, by = "email", headers = {}) =>
  identity.call("POST /internal/password-reset-requests", { as, body: { email, by }, headers });
const reset = (body: object) => identity.call("POST /internal/password-resets", { as, body });
const logIn = async (password: string) =>
  (await identity.call("POST /internal/credentials", { as, body: { email: ada.email, password } }))
    .status;
const tokenIn = (text = "") => /token=([\w-]+)/.exec(text)?.[1] ?? "none";
const mailedToken = async () => {
  await request(ada.email);
  return tokenIn((await identity.sendDue())[0]?.text);
};
const sentCode = async () => {
  await request(ada.email, "whatsapp");
  await identity.sendDue();
  return identity.sent.codes.at(-1)?.code ?? "none";
};
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const password = "three unrelated words";
const expired = { status: 400, body: { code: "LINK_EXPIRED" } };
const wrong = { status: 400, body: { code: "RESET_CODE_WRONG" } };
const hashesSoFar = async () => {
  const { values } = await histogram("identity_password_hash_seconds").get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith("_count"));
  return counts.reduce((sum, { value }) => sum + value, 0);
};

describe("a link", () => {
  test("sets a new password once, verifies the address, and a mail says so", async () => {
    const token = await mailedToken();
    expect(await reset({ token, password })).toMatchObject({
      status: 200,
      body: { userId: adasId },
    });
    expect([await logIn(password), await logIn(ada.password)]).toEqual([200, 401]);
    expect((await identity.call("GET /me", { as: adasId })).body).toMatchObject({
      emailVerified: true,
      passwordChangedAt: expect.any(String),
    });
    expect(await identity.sendDue()).toMatchObject([{ subject: "Your password was changed" }]);
    expect(await reset({ token, password: "another long one" })).toMatchObject(expired);
    expect(await logIn(password)).toBe(200);
  });

  test("to an address that was never verified gives its owner an account without the number of another person", async () => {
    const event = async () => {
      const { outbox } = await identity.users.model.findById(adasId).lean().orFail();
      const value = outbox.at(-1)!.value!.toString("latin1");
      return fromBinary(UserChangedSchema, Buffer.from(value, "latin1"));
    };
    await identity.users.model.updateMany({}, { phone: "+33612345678" });
    expect((await event()).ownerSince).toBeUndefined();
    await reset({ token: await mailedToken(), password });
    expect((await identity.call("GET /me", { as: adasId })).body).toMatchObject({ phone: null });
    const { emailVerifiedAt } = await identity.users.byId(asUserId(adasId));
    const owned = await event();
    expect(owned.ownerSince && timestampDate(owned.ownerSince)).toEqual(emailVerifiedAt);
    const [mail] = await identity.sendDue();
    expect(mail?.text).toContain("connect your WhatsApp number again");

    await identity.users.model.updateMany({}, { phone: "+33612345678" });
    await reset({ token: await mailedToken(), password: "another long one" });
    expect((await identity.call("GET /me", { as: adasId })).body).toMatchObject({
      phone: "+33612345678",
    });
    expect(await event()).toEqual(owned);
    const [second] = await identity.sendDue();
    expect(second?.text).not.toContain("WhatsApp");
  });

  test("leads back to the plan that was chosen before, and to no other place", async () => {
    const ask = (more: object) =>
      identity.call("POST /internal/password-reset-requests", {
        as,
        body: { email: ada.email, by: "email", ...more },
      });
    expect(await ask({ planId: 2 })).toMatchObject({ status: 200 });
    const [mail] = await identity.sendDue();
    expect(mail?.text).toMatch(/token=[\w-]{43}&lang=en&redirect=subscribe&plan=2\n/);
    for (const more of [{ planId: "//evil.example" }, { planId: 0 }, { next: "/account" }]) {
      expect(await ask(more)).toMatchObject({ status: 400 });
    }
  });

  test("goes to the configured site, whatever host the request names", async () => {
    await request(ada.email, "email", { host: "evil.test", "x-forwarded-host": "evil.test" });
    const [mail] = await identity.sendDue();
    expect(mail?.text).toContain(`${site}/reset-password?token=`);
    expect((mail?.text ?? "") + mail?.html).not.toContain("evil.test");
  });

  test("gives the account to one of two tabs", async () => {
    const token = await mailedToken();
    const passwords = ["first long password", "second long password"];
    const answers = await Promise.all(passwords.map((each) => reset({ token, password: each })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? "";
    expect(await logIn(winner)).toBe(200);
  });

  test("ends when another one is used, or when it is 30 minutes old", async () => {
    const [first, second] = [await mailedToken(), await mailedToken()];
    await reset({ token: second, password });
    expect(await reset({ token: first, password: "another long one" })).toMatchObject(expired);
    const third = await mailedToken();
    const { expiresAt } = await identity.links.model.findOne({}).lean().orFail();
    expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(30);
    await identity.links.model.updateMany({}, { expiresAt: new Date() });
    expect(await reset({ token: third, password: "another long one" })).toMatchObject(expired);
  });

  test("for a new password verifies no address, and one for an address sets no password", async () => {
    const token = await mailedToken();
    for (const line of ["POST /verify-email", "POST /confirm-email"] as const) {
      expect(await identity.call(line, { body: { token } })).toMatchObject(expired);
    }
    await identity.call("POST /send-verification", { as: adasId });
    const verification = tokenIn((await identity.sendDue())[0]?.text);
    expect(await reset({ token: verification, password })).toMatchObject(expired);
    expect(
      await identity.call("POST /verify-email", { body: { token: verification } }),
    ).toMatchObject({ status: 200 });
    expect(await reset({ token, password })).toMatchObject({ status: 200 });
  });

  test("to a former address is refused", async () => {
    const token = await mailedToken();
    const body = { email: "new@example.com" };
    await identity.call("PATCH /user/profile", { as: adasId, body });
    expect(await reset({ token, password })).toMatchObject(expired);
  });

  test("stays valid when the new password is refused", async () => {
    const token = await mailedToken();
    for (const bad of ["123456", "short"]) {
      expect(await reset({ token, password: bad })).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_FAILED" },
      });
    }
    expect(await reset({ token, password })).toMatchObject({ status: 200 });
  });

  test("cannot be guessed, and a guess costs no password hash", async () => {
    await mailedToken();
    const before = await hashesSoFar();
    for (let guess = 0; guess < 20; guess += 1) {
      expect(await reset({ token: `${"A".repeat(42)}${guess}`, password })).toMatchObject(expired);
    }
    expect(await hashesSoFar()).toBe(before);
  });

  test("cancels a change of address that waits, with its links", async () => {
    await identity.users.model.updateMany({}, { emailVerifiedAt: new Date() });
    const body = { email: "thief@example.com" };
    await identity.call("PATCH /user/profile", { as: adasId, body });
    const tokens = (await identity.sendDue()).map(({ text }) => tokenIn(text));
    await reset({ token: await mailedToken(), password });
    for (const token of tokens) {
      expect(await identity.call("POST /confirm-email", { body: { token } })).toMatchObject(
        expired,
      );
    }
    expect((await identity.call("GET /me", { as: adasId })).body).toMatchObject({
      email: ada.email,
      pendingEmail: null,
    });
  });
});

describe("a code", () => {
  const withCode = (code: string, changes = {}) =>
    reset({ email: ada.email, code, password, ...changes });

  test("sets a new password once", async () => {
    const code = await sentCode();
    expect(identity.sent.codes).toEqual([{ userId: adasId, code, hasVerifiedEmail: false }]);
    expect(await withCode(` ${code} `, { email: "ADA@example.com" })).toMatchObject({
      status: 200,
      body: { userId: adasId },
    });
    expect(await logIn(password)).toBe(200);
    expect(await withCode(code)).toMatchObject(wrong);
  });

  test("is void after five wrong tries, also when they are made at once", async () => {
    const code = await sentCode();
    const tries = Array.from({ length: 8 }, () => withCode(other(code)));
    for (const answer of await Promise.all(tries)) expect(answer).toMatchObject(wrong);
    expect(await withCode(code)).toMatchObject(wrong);
    expect(await logIn(ada.password)).toBe(200);
  });

  test("is still accepted at the fifth try", async () => {
    const code = await sentCode();
    for (let tried = 0; tried < 4; tried += 1) await withCode(other(code));
    expect(await withCode(code)).toMatchObject({ status: 200 });
  });

  test("is replaced by a new one, and ends after 10 minutes", async () => {
    const first = await sentCode();
    let second = first;
    // two random codes may be the same
    while (second === first) second = await sentCode();
    expect(await withCode(first)).toMatchObject(wrong);
    await identity.codes.model.updateMany({}, { expiresAt: new Date() });
    expect(await withCode(second)).toMatchObject(wrong);
  });

  test("of one account is refused for another", async () => {
    const grace = { username: "Grace", email: "grace@example.com", password: "nanoseconds" };
    await identity.call("POST /signup", { body: grace });
    const code = await sentCode();
    expect(await withCode(code, { email: grace.email })).toMatchObject(wrong);
  });

  test("that was made while another person lost the account is refused", async () => {
    const id = asUserId(adasId);
    await identity.users.model.updateOne({ _id: id }, { ownerSince: new Date() });
    expect(await withCode(await identity.codes.create(id, new Date()))).toMatchObject(wrong);
    expect(await logIn(ada.password)).toBe(200);
  });

  test("sets no password over that of an owner who takes the account over meanwhile", async () => {
    const token = await mailedToken();
    const code = await sentCode();
    vi.spyOn(identity.codes, "use").mockImplementationOnce(async (...given) => {
      const isUsed = await identity.codes.use(...given);
      expect(await reset({ token, password })).toMatchObject({ status: 200 });
      return isUsed;
    });
    expect(await withCode(code, { password: "of another person" })).toMatchObject(wrong);
    expect(await logIn(password)).toBe(200);
  });

  test("gives the account to one of two tabs", async () => {
    const code = await sentCode();
    const answers = await Promise.all([withCode(code), withCode(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test.each(["", "1", "abcdef", "1234567890"])("%j is a wrong one", async (code) => {
    await sentCode();
    expect(await withCode(code)).toMatchObject(wrong);
  });
});

describe("an address without an account", () => {
  test.each(["email", "whatsapp"])("gets the same answer by %s", async (by) => {
    const [known, unknown] = [await request(ada.email, by), await request("no@example.com", by)];
    expect(unknown.status).toBe(200);
    expect(unknown.body).toEqual(known.body);
  });

  test("is answered with the same database commands, before anything is looked up", async () => {
    const commands: string[] = [];
    const database = identity.users.model.db;
    database.set("debug", (collection: string, method: string) => {
      commands.push(`${collection}.${method}`);
    });
    for (const email of [ada.email, "no@example.com"]) {
      await request(email, "email");
      await request(email, "whatsapp");
    }
    database.set("debug", false);
    expect(commands).toEqual(Array.from({ length: 4 }, () => "account_messages.insertMany"));
  });

  test("gets the same answer for a code", async () => {
    await sentCode();
    const known = await reset({ email: ada.email, code: "x", password });
    const unknown = await reset({ email: "no@example.com", code: "x", password });
    expect({ ...(known.body as object), requestId: "" }).toEqual({
      ...(unknown.body as object),
      requestId: "",
    });
  });
});

describe("a change", () => {
  const change = (currentPassword: string, newPassword = password) =>
    identity.call("POST /internal/password-changes", {
      as: adasId,
      body: { currentPassword, newPassword },
    });

  test("needs the present password", async () => {
    expect(await change("wrong")).toMatchObject({ status: 403, body: { code: "WRONG_PASSWORD" } });
    expect(await change(ada.password, "123456")).toMatchObject({ status: 400 });
    expect(await logIn(ada.password)).toBe(200);
    expect(await change(ada.password)).toMatchObject({
      status: 200,
      body: { passwordChangedAt: expect.stringMatching(/Z$/) },
    });
    expect([await logIn(password), await logIn(ada.password)]).toEqual([200, 401]);
  });

  test("with the former password does not undo a reset that ended meanwhile", async () => {
    const token = await mailedToken();
    const { passwords } = identity;
    const { hash } = passwords;
    passwords.hash = async (plain) => {
      passwords.hash = hash;
      await reset({ token, password: "the owner's new one" });
      return hash(plain);
    };
    expect(await change(ada.password, "the thief's new one")).toMatchObject({ status: 403 });
    expect(await logIn("the owner's new one")).toBe(200);
  });

  test("ends links and codes to reset it, and a mail says so", async () => {
    const [token, code] = [await mailedToken(), await sentCode()];
    await change(ada.password);
    expect(await reset({ token, password: "another long one" })).toMatchObject(expired);
    const byCode = { email: ada.email, code, password: "another long one" };
    expect(await reset(byCode)).toMatchObject(wrong);
    expect(await identity.sendDue()).toMatchObject([{ subject: "Your password was changed" }]);
  });
});

describe("on a busy machine", () => {
  /** The next hash takes 10 seconds, and the worker looks for due mails just before the password is stored. */
  const beBusy = () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { passwords, users } = identity;
    const { hash } = passwords;
    const store = users.changePassword.bind(users);
    passwords.hash = async (plain) => {
      passwords.hash = hash;
      vi.setSystemTime(Date.now() + 10_000);
      return hash(plain);
    };
    const storing = vi.spyOn(users, "changePassword").mockImplementation(async (...change) => {
      await identity.sendDue(new Date());
      return store(...change);
    });
    onTestFinished(() => {
      vi.useRealTimers();
      storing.mockRestore();
    });
  };
  const changed = [{ subject: "Your password was changed" }];

  test("a change is mailed, and the answer names the instant that is stored", async () => {
    beBusy();
    const answer = await identity.call("POST /internal/password-changes", {
      as: adasId,
      body: { currentPassword: ada.password, newPassword: password },
    });
    const { passwordChangedAt } = await identity.users.byId(asUserId(adasId));
    expect(answer).toMatchObject({
      status: 200,
      body: { passwordChangedAt: passwordChangedAt?.toISOString() },
    });
    expect(await identity.sendDue()).toMatchObject(changed);
  });

  test("a reset is mailed", async () => {
    const token = await mailedToken();
    beBusy();
    expect(await reset({ token, password })).toMatchObject({ status: 200 });
    expect(await identity.sendDue()).toMatchObject(changed);
  });
});

test.each(["/internal/password-resets", "/internal/password-reset-requests"] as const)(
  "%s answers only to services",
  async (path) => {
    const body = { email: ada.email, by: "email", token: "x", password };
    for (const options of [{ body }, { body, as: adasId }]) {
      expect(await identity.call(`POST ${path}`, options)).toMatchObject({ status: 401 });
    }
  },
);
