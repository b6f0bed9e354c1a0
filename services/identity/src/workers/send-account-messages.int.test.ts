import { randomUUID } from "node:crypto";
import { asUserId } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import { silentLogger, startSimulator } from "@matinale/kit/testing";
import { startForTests } from "@matinale/kit/vitest";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { smtpMailer } from "../clients/smtp/smtp-mailer.ts";
import { MailRefused } from "../domain/mail/mail.ts";
import type { AccountMessage } from "../domain/mail/account-message.ts";
import { ada, product, site, startIdentity, type TestIdentity } from "../testing/harness.ts";
import { identityWorkers } from "./index.ts";

const inAnHour = () => new Date(Date.now() + 3_600_000);
let identity: TestIdentity;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let adasId: ReturnType<typeof asUserId>;
startForTests(startIdentity, (started) => (identity = started));
beforeAll(async () => {
  simulator = await startSimulator({});
});
beforeEach(async () => {
  adasId = asUserId(await identity.signUpAlone({ ...ada, language: "en" }));
  await identity.messages.model.deleteMany({});
  await identity.users.model.updateOne({ _id: adasId }, { passwordChangedAt: inAnHour() });
  await simulator.sim("DELETE", "/state");
  identity.sent.codes.splice(0);
});
afterAll(() => simulator.close());

const received = (to = ada.email) =>
  simulator.sim<
    { messageId: string; subject: string; text: string; from: string; links: string[] }[]
  >("GET", `/mail?to=${to}`);
const overSmtp = async (act: () => Promise<unknown>) => {
  const mailer = smtpMailer({
    url: simulator.smtpUrl,
    from: "Matinale <bonjour@matinale.test>",
    requireTls: false,
  });
  const { mailer: before } = identity.sent;
  identity.sent.mailer = mailer;
  await act();
  identity.sent.mailer = before;
  mailer.close();
};
const queue = (kind: AccountMessage["kind"], now = new Date()) =>
  identity.messages.add([{ kind, about: { userId: adasId } }], now);
const waiting = () => identity.messages.model.find({}).lean();
const countOf = async (kind: string, outcome: string) => {
  const { values } = await counter("identity_account_messages_total").get();
  const found = values.find(({ labels }) => labels.kind === kind && labels.outcome === outcome);
  return found?.value ?? 0;
};

test("sends a mail by SMTP in the reader's language, once", async () => {
  await queue("password_changed");
  await overSmtp(() => Promise.all([identity.sendDue(), identity.sendDue()]));
  await overSmtp(() => identity.sendDue());
  expect(await received()).toMatchObject([
    {
      from: "bonjour@matinale.test",
      subject: "Your password was changed",
      links: ["https://matinale.test", "https://matinale.test/forgot-password"],
    },
  ]);
  expect(await waiting()).toEqual([]);
});

test("gives a mail that is sent again the same valid Message-ID", async () => {
  const id = "trial_ending:6f1c:2026-11-28T10:00:00.000Z";
  const mail = { id, to: ada.email, subject: "s", text: "t", html: "h" };
  await overSmtp(async () => {
    await identity.sent.mailer?.send(mail);
    await identity.sent.mailer?.send(mail);
    await identity.sent.mailer?.send({ ...mail, id: "trial_ending:7a2d" });
  });
  const [first, again, other] = (await received()).map(({ messageId }) => messageId);
  // the characters of a dot-atom (RFC 5322, section 3.2.3)
  expect(first).toMatch(/^<[\w!#$%&'*+/=?^`{|}~.-]+@matinale\.test>$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test("retries with back-off while the server asks to try later", async () => {
  const before = await countOf("password_changed", "postponed");
  const start = new Date();
  await queue("password_changed", start);
  await simulator.sim("PUT", "/faults", { mailCode: 451, times: 2 });
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
  await overSmtp(async () => {
    await identity.sendDue(after(0));
    await identity.sendDue(after(4));
    expect(await waiting()).toMatchObject([{ attempts: 1, failingSince: after(0) }]);
    await identity.sendDue(after(5));
    expect(await waiting()).toMatchObject([{ attempts: 2, dueAt: after(15) }]);
    expect(await identity.messages.failingSeconds(after(14))).toBe(14);
    await identity.sendDue(after(15));
  });
  expect(await received()).toHaveLength(1);
  expect(await identity.messages.failingSeconds(after(20))).toBe(0);
  expect((await countOf("password_changed", "postponed")) - before).toBe(2);
});

test("gives up a recipient whom the server refuses for good, without naming the address", async () => {
  const before = await countOf("password_changed", "given_up");
  await queue("password_changed");
  await simulator.sim("PUT", "/faults", { mailCode: 550 });
  await overSmtp(() => identity.sendDue());
  expect(await waiting()).toEqual([]);
  expect((await countOf("password_changed", "given_up")) - before).toBe(1);
});

test.each([
  [451, false],
  [550, true],
])("reports an SMTP %i without the address", async (mailCode, isRefused) => {
  await simulator.sim("PUT", "/faults", { mailCode });
  await overSmtp(async () => {
    const mail = { id: randomUUID(), to: ada.email, subject: "s", text: "t", html: "h" };
    const error = await identity.sent.mailer?.send(mail).catch((thrown: unknown) => thrown);
    expect(error instanceof MailRefused).toBe(isRefused);
    expect(String(error)).toContain(String(mailCode));
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(ada.email);
  });
});

test("keeps mails while no server answers, and gives up those of no use any more", async () => {
  const start = new Date();
  const hours = (count: number) => new Date(start.getTime() + count * 3_600_000);
  await queue("password_reset", start);
  await queue("password_changed", start);
  const { mailer } = identity.sent;
  identity.sent.mailer = smtpMailer({
    url: "smtp://127.0.0.1:1",
    from: "a@b.test",
    requireTls: false,
  });
  await identity.sendDue(start);
  await identity.sendDue(hours(2));
  expect(await waiting()).toMatchObject([{ kind: "password_changed", attempts: 2 }]);
  await identity.sendDue(hours(73));
  expect(await waiting()).toEqual([]);
  identity.sent.mailer = mailer;
});

test("sends no mail while mail is off, but codes by WhatsApp", async () => {
  const { mailer, codes } = identity.sent;
  identity.sent.mailer = null;
  await queue("password_reset");
  await queue("password_reset_code");
  const before = await countOf("password_reset", "off");
  expect(await identity.sendDue()).toEqual([]);
  identity.sent.mailer = mailer;
  expect(codes).toHaveLength(1);
  expect((await countOf("password_reset", "off")) - before).toBe(1);
  expect(await identity.links.model.countDocuments()).toBe(0);
});

test("refuses to send in the clear where TLS is required", async () => {
  const secure = smtpMailer({ url: simulator.smtpUrl, from: "a@b.test", requireTls: true });
  const mail = { id: randomUUID(), to: ada.email, subject: "s", text: "t", html: "h" };
  await expect(secure.send(mail)).rejects.toThrow("took no mail");
  secure.close();
  expect(await received()).toEqual([]);
});

describe("when the database stores late what a mail is about", () => {
  const after = (start: Date, seconds: number) => new Date(start.getTime() + seconds * 1_000);

  test("the mail that verifies a new account is sent all the same", async () => {
    const { add } = identity.users;
    identity.users.add = async (user) => {
      expect(await identity.sendDue()).toEqual([]);
      await add.call(identity.users, user);
    };
    await identity.signUpAlone({ ...ada, email: "late@example.com" });
    identity.users.add = add;
    expect(await identity.sendDue(after(new Date(), 20))).toMatchObject([
      { to: "late@example.com" },
    ]);
  });

  test("the mail about a new password is sent all the same", async () => {
    const start = new Date();
    await identity.users.model.updateOne({ _id: adasId }, { passwordChangedAt: new Date(0) });
    await queue("password_changed", start);
    expect(await identity.sendDue(after(start, 1))).toEqual([]);
    await identity.users.model.updateOne({ _id: adasId }, { passwordChangedAt: start });
    expect(await identity.sendDue(after(start, 7))).toHaveLength(1);
  });
});

test("mails nothing about a new password that a crash kept from being stored", async () => {
  const start = new Date();
  await identity.users.model.updateOne({ _id: adasId }, { passwordChangedAt: new Date(0) });
  await queue("password_changed", start);
  expect(await identity.sendDue(new Date(start.getTime() + 60_000))).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test("sends a code by WhatsApp while the mail server hangs", async () => {
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  for (let mails = 0; mails < 6; mails += 1) await queue("password_changed");
  await queue("password_reset_code");
  const { sendCode, codes } = identity.sent;
  const mailer = { send: () => taken };
  const deps = { ...identity, mailer, sendCode, site, product, logger: silentLogger };
  const workers = identityWorkers(deps);
  await Promise.all(workers.map((worker) => worker.start()));
  await expect.poll(() => codes).toHaveLength(1);
  take();
  await Promise.all(workers.map((worker) => worker.stop()));
});

test("says with a code whether a link could be mailed instead", async () => {
  const { mailer, codes } = identity.sent;
  const sendCode = async () => {
    await queue("password_reset_code");
    await identity.sendDue();
    return codes.at(-1)?.hasVerifiedEmail;
  };
  expect(await sendCode()).toBe(false);
  await identity.users.verifyEmail(adasId, ada.email, new Date());
  expect(await sendCode()).toBe(true);
  identity.sent.mailer = null;
  expect(await sendCode()).toBe(false);
  identity.sent.mailer = mailer;
});

test("has no code sent for three days after another person lost the account", async () => {
  const hour = 3_600_000;
  const codesAfter = async (hours: number) => {
    const ownerSince = new Date(Date.now() - hours * hour);
    await identity.users.model.updateOne({ _id: adasId }, { ownerSince });
    await queue("password_reset_code");
    await identity.sendDue();
    return identity.sent.codes.length;
  };
  expect(await codesAfter(71)).toBe(0);
  expect(await waiting()).toEqual([]);
  expect(await codesAfter(73)).toBe(1);
});

test("does not store a reset code that WhatsApp could not deliver", async () => {
  const { sendCode } = identity.sent;
  identity.sent.sendCode = async () => false;
  await queue("password_reset_code");
  await identity.sendDue();
  identity.sent.sendCode = sendCode;
  expect(await identity.codes.model.countDocuments()).toBe(0);
});

test("drops messages about an account that does not exist", async () => {
  const unknown = { userId: asUserId("unknown") };
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await identity.messages.add([{ kind: "verification", about: unknown }], aMinuteAgo);
  const about = { email: "unknown@example.com" };
  await identity.messages.add([{ kind: "password_reset", about }], new Date());
  await identity.messages.add([{ kind: "password_reset_code", about }], new Date());
  expect(await identity.sendDue()).toEqual([]);
  expect(identity.sent.codes).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test("sends no more mails with links of one purpose than an account may have open", async () => {
  for (let sent = 0; sent < 8; sent += 1) await queue("password_reset");
  expect(await identity.sendDue()).toHaveLength(6);
  expect(await waiting()).toEqual([]);
});

describe("while the mail server is away for six attempts", () => {
  const failingFor = async (start: Date) => {
    await simulator.sim("PUT", "/faults", { mailCode: 451 });
    for (const seconds of [0, 5, 15, 35, 75, 155]) {
      await identity.sendDue(new Date(start.getTime() + seconds * 1_000));
    }
    await simulator.sim("PUT", "/faults", {});
    return new Date(start.getTime() + 315_000);
  };

  test("a mail with a link is kept, and sent when the server returns", async () => {
    const start = new Date();
    await queue("verification", start);
    await overSmtp(async () => {
      const later = await failingFor(start);
      expect(await identity.messages.failingSeconds(later)).toBe(315);
      await identity.sendDue(later);
    });
    expect(await received()).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    expect(await identity.call("POST /send-verification", { as: adasId })).toMatchObject({
      status: 200,
    });
  });

  test("both mails of a change of address are kept, and sent when the server returns", async () => {
    await identity.users.verifyEmail(adasId, ada.email, new Date());
    const body = { email: "new@example.com" };
    await identity.call("PATCH /user/profile", { as: adasId, body });
    await overSmtp(async () => identity.sendDue(await failingFor(new Date())));
    expect(await received()).toHaveLength(1);
    expect(await received("new@example.com")).toHaveLength(1);
  });
});

test("stores neither the token of a link nor a code", async () => {
  await queue("password_reset");
  await queue("password_reset_code");
  const [mail] = await identity.sendDue();
  const token = /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "none";
  const code = identity.sent.codes.at(-1)?.code ?? "none";
  const stored = JSON.stringify([
    await identity.links.model.find({}).lean(),
    await identity.codes.model.find({}).lean(),
  ]);
  expect(token).toHaveLength(43);
  expect(code).toMatch(/^\d{6}$/);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(code);
});
