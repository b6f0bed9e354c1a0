import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(startHarness, (started) => (delivery = started));

/** The owner of the e-mail address gets the account by a mailed link, a second after it was last used. */
const takeOver = async (userId: UserId, version: bigint) => {
  const ownerSince = timestampFromDate(new Date(delivery.now().getTime() + 1_000));
  await delivery.publish([record("user.changed", { userId, version, ownerSince })]);
  await delivery.caughtUp();
};
const codeOf = async (as: string) =>
  ((await delivery.call("GET /user/whatsapp/opt-in", { as })).body as { code: string }).code;
const later = (seconds: number) =>
  delivery.setClock(new Date(delivery.now().getTime() + seconds * 1_000).toISOString());

test("removes the number, the stop and the codes of a person who had signed up with another person's address", async () => {
  const { id, digits, phone } = await delivery.reader();
  const code = await codeOf(id);
  await delivery.sendText(digits, "STOP");
  await expect.poll(async () => (await delivery.subscriberOf(id)).stopped?.by, soon).toBe("phone");
  await takeOver(id, 2n);
  expect(await delivery.call("GET /me", { as: id })).toMatchObject({
    body: { whatsappConnected: false, phone: null },
  });
  const { stopped, nextDueAt } = await delivery.subscriberOf(id);
  expect([stopped, nextDueAt]).toEqual([undefined, undefined]);
  const resetCode = { userId: id, code: "042137", hasVerifiedEmail: false };
  expect(
    await delivery.call("POST /internal/reset-codes", { as: "service:identity", body: resetCode }),
  ).toMatchObject({ body: { sent: false } });

  later(5);
  await delivery.sendText(digits, `START-${code}`);
  await expect.poll(() => delivery.provider.shown(digits).at(-1), soon).toContain("plus valable");
  expect((await delivery.subscriberOf(id)).channel).toBeUndefined();

  // the phone may belong to the owner after all
  await delivery.sendText(digits, `START-${await codeOf(id)}`);
  const connected = async () => (await delivery.subscriberOf(id)).channel?.phone;
  await expect.poll(connected, soon).toBe(phone);
  // later events name the same instant
  const ownerSince = timestampFromDate(new Date(delivery.now().getTime() - 4_000));
  await delivery.publish([record("user.changed", { userId: id, version: 3n, ownerSince })]);
  await delivery.caughtUp();
  expect(await connected()).toBe(phone);
});

test("removes a number that waits for its phone, and one that could not be reached", async () => {
  const [pending, unreachable] = [await delivery.reader(), await delivery.reader()];
  const body = { phone: "+33612000009" };
  await delivery.call("POST /user/whatsapp/connect", { as: pending.id, body });
  await delivery.collection("subscribers").updateOne(
    { _id: unreachable.id as never },
    {
      $unset: { channel: 1 },
      $set: {
        disconnected: { phone: unreachable.phone, at: delivery.now(), reason: "unreachable" },
      },
    },
  );
  for (const { id } of [pending, unreachable]) {
    await takeOver(id, 2n);
    const { channel, disconnected } = await delivery.subscriberOf(id);
    expect([channel, disconnected]).toEqual([undefined, undefined]);
  }
});
