import { describe, expect, test } from "vitest";
import { subscriberOf } from "../../testing/fixtures.ts";
import { confirmed, addressFields, isFrom, withNewAddresses, withAddresses } from "./connection.ts";

const digits = "33612345678";
const userId = "FR.5550001112223334445";
const at = new Date("2026-11-23T07:00:00Z");
const byNumber = subscriberOf().channel!;
const byUserId = { userId, connectedAt: at };

test.each([
  [{ from: digits }, { phone: `+${digits}` }],
  [{ from: userId }, { userId }],
  [
    { from: digits, userId },
    { phone: `+${digits}`, userId },
  ],
])("%j is stored as %j", (sender, fields) => {
  expect(addressFields(sender)).toEqual(fields);
});

describe("a message", () => {
  test.each([
    ["of the number", byNumber, { from: digits }, true],
    ["of the number and an unknown user id", byNumber, { from: digits, userId }, true],
    ["of the user id", byUserId, { from: userId }, true],
    ["of the user id and an unknown number", byUserId, { from: digits, userId }, true],
    ["of another number", byNumber, { from: "33699999999" }, false],
    ["of another user id", byUserId, { from: "FR.1" }, false],
    ["of a number, to a channel without one", byUserId, { from: digits }, false],
  ])("%s", (_, channel, sender, expected) => {
    expect(isFrom(channel, sender)).toBe(expected);
  });
});

test("a channel learns the number or the user id that it lacks, and keeps its number", () => {
  const both = { from: digits, userId };
  expect(withAddresses(byNumber, both)).toEqual({ ...byNumber, userId });
  expect(withAddresses(byUserId, both)).toEqual({ ...byUserId, phone: `+${digits}` });
  expect(withAddresses({ ...byNumber, userId }, both)).toBeNull();
  expect(withAddresses(byUserId, { from: userId })).toBeNull();
  const spelled = { ...byNumber, phone: "+5511987654321", waId: "551187654321" };
  expect(withAddresses(spelled, { from: "551187654321", userId })).toEqual({ ...spelled, userId });
});

test("new addresses replace number and user id, keep the opt-in and name the former one", () => {
  const channel = { ...byNumber, waId: "1", userId, lastKeyword: { id: "wamid.1", at } };
  const { phone: movedFrom, waId: _, userId: __, ...rest } = channel;
  const kept = { ...rest, movedFrom };
  expect(withNewAddresses(channel, { from: "FR.2" })).toEqual({ ...kept, userId: "FR.2" });
  expect(withNewAddresses(channel, { from: "33699999999" })).toEqual({
    ...kept,
    phone: "+33699999999",
  });
  const moved = withNewAddresses(channel, { from: "33699999999", userId: "FR.2" });
  expect(withNewAddresses(moved, { from: "33699999999", userId: "FR.2" })).toEqual(moved);
});

test("the consent names the user id while the number is hidden", () => {
  expect(confirmed(byUserId, at).consent).toEqual({ wording: expect.any(String), at, userId });
  expect(confirmed(byNumber, at).consent).toMatchObject({ phone: byNumber.phone });
});
