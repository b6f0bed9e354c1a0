import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record } from "@matinale/bus";
import { asUserId, type UserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { consuming } from "../testing/consuming.ts";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
let adasId: UserId;
startForTests(startIdentity, (started) => (identity = started));
const publish = consuming(() => identity);
beforeEach(async () => {
  adasId = asUserId(await identity.signUpAlone({ ...ada, language: "fr" }));
  await identity.messages.model.deleteMany({});
});

const choose = (language: string, version: bigint) =>
  publish(record("preferences.changed", { userId: adasId, version, language }));
const mailed = async () => {
  const reset = { kind: "password_reset", about: { email: ada.email } } as const;
  await identity.messages.add([reset], new Date());
  const [mail] = await identity.sendDue();
  return mail;
};

test("writes mails in the language that the person chose last", async () => {
  expect((await mailed())?.subject).toBe("Choisissez un nouveau mot de passe");
  await choose("en", 2n);
  await choose("fr", 1n);
  const mail = await mailed();
  expect(mail?.subject).toBe("Choose a new password");
  expect(mail?.text).toContain("lang=en");
});

test("writes the day in the time zone that the person chose last", async () => {
  const end = timestampFromDate(new Date("2126-12-02T11:00:00Z"));
  const unpaid = { status: "past_due", planId: 2, entitledUntil: end };
  await publish(record("subscription.changed", { userId: adasId, version: 1n, ...unpaid }));
  const zone = { timezone: "Pacific/Kiritimati", language: "en" };
  await publish(record("preferences.changed", { userId: adasId, version: 1n, ...zone }));
  const [mail] = await identity.sendDue();
  expect(mail?.text).toContain("until Tuesday 3 December");
});

test("names the language for Stripe's receipts, and forgets it with the account", async () => {
  await choose("en", 1n);
  const me = await identity.call("GET /me", { as: adasId });
  expect(me.body).toMatchObject({ language: "en" });
  await identity.call("DELETE /user", { as: adasId, body: { password: ada.password } });
  expect(await identity.subscribers.model.exists({ _id: adasId })).toBeNull();
});
