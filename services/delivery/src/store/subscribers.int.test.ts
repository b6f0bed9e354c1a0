import { beforeEach, expect, test, vi } from "vitest";
import { databaseForTests } from "../testing/database.ts";
import { after, due, subscriberOf } from "../testing/fixtures.ts";
import { digitsOf } from "../domain/subscriber/phone.ts";
import type { Subscriber } from "../domain/subscriber/subscriber.ts";
import { SubscriberStore } from "./subscribers.ts";

let store: SubscriberStore;
databaseForTests("subscribers", (connection) => {
  store = new SubscriberStore(connection);
});

const ada = subscriberOf();
const phone = ada.channel!.phone!;
const stored = () => store.model.findById(ada._id).lean<Subscriber>();
beforeEach(async () => {
  await store.model.deleteMany();
  await store.model.create(ada);
});

test("stores the provider's form of a number only while the account still has that number", async () => {
  await store.addresses.rememberWaId(ada._id, phone, "551187654321");
  expect((await stored())?.channel?.waId).toBe("551187654321");
  await store.addresses.rememberWaId(ada._id, "+33699999999", "33600000001");
  expect((await stored())?.channel?.waId).toBe("551187654321");
  // The number was disconnected as unreachable while a call was in progress.
  await store.model.updateOne({ _id: ada._id }, { $unset: { channel: 1 } });
  await store.addresses.rememberWaId(ada._id, phone, "551187654321");
  expect((await stored())?.channel).toBeUndefined();
});

test("a concurrent change of the channel keeps the provider's form of the number", async () => {
  await store.addresses.rememberWaId(ada._id, phone, "551187654321");
  await store.addresses.rememberWaId(ada._id, phone, "551187654321");
  expect((await stored())?.revision).toBe(1);
  const { channel } = ada;
  expect(await store.saveSettings([{ read: ada, change: { channel: channel! } }])).toBe(false);
});

test("does not store a provider's form that is the number of another account", async () => {
  const bob = {
    ...ada,
    _id: "bob" as typeof ada._id,
    channel: { ...ada.channel!, phone: "+551187654321" },
  };
  await store.model.create(bob);
  await store.addresses.rememberWaId(ada._id, phone, digitsOf("+551187654321"));
  expect((await stored())?.channel?.waId).toBeUndefined();
  expect(await store.addresses.isAnothers(digitsOf(phone), bob._id)).toBe(true);
  expect(await store.addresses.isAnothers(digitsOf(phone), ada._id)).toBe(false);
});

test("looks up the phones that write at the same time in one query", async () => {
  const channel = {
    ...ada.channel!,
    phone: "+5511987654321",
    waId: "551188888888",
    userId: "BR.1",
  };
  await store.model.create({ ...ada, _id: "bob" as typeof ada._id, channel });
  const find = vi.spyOn(store.model, "find");
  const senders = [
    [digitsOf(phone)],
    ["551187654321"],
    ["551188888888"],
    ["33600000000", "BR.1"],
    [],
  ];
  const found = await Promise.all(senders.map(store.addresses.byAddresses));
  expect(found.map((each) => each.map(({ _id }) => _id))).toEqual([
    [ada._id],
    ["bob"],
    ["bob"],
    ["bob"],
    [],
  ]);
  expect(find).toHaveBeenCalledOnce();
});

test("stores user ids only while the accounts still have the numbers beside which they were shown", async () => {
  const shown = { id: ada._id, phone, userId: "FR.1" };
  await store.addresses.rememberUserIds([shown]);
  expect(await stored()).toMatchObject({
    channel: { ...ada.channel, userId: "FR.1" },
    revision: 1,
  });
  await store.addresses.rememberUserIds([{ ...shown, phone: "+33699999999", userId: "FR.2" }]);
  expect((await stored())?.channel?.userId).toBe("FR.1");
});

test("closes a window when the provider reports it closed, unless the phone has written since", async () => {
  const day = 24 * 3_600;
  await store.model.updateOne({ _id: ada._id }, { $set: { windowExpiresAt: after(day) } });
  await store.closeWindow(ada._id, after(-10));
  expect((await stored())?.windowExpiresAt).toEqual(after(day));
  await store.closeWindow(ada._id, after(10));
  expect((await stored())?.windowExpiresAt).toEqual(after(10));
  await store.closeWindow(ada._id, due);
  expect((await stored())?.windowExpiresAt).toEqual(due);
});

test("finds the number of a subscriber by their LID, of two accounts the one connected last", async () => {
  const lid = "245896994390182@lid";
  expect(await store.addresses.numberOfLid(lid)).toBeNull();
  await store.addresses.rememberLid(lid, "447400123456");
  expect(await store.addresses.numberOfLid(lid)).toBeNull();
  await store.addresses.rememberLid(lid, digitsOf(phone));
  await store.addresses.rememberLid(lid, digitsOf(phone));
  expect(await stored()).toMatchObject({ channel: { ...ada.channel, lid }, revision: 1 });
  expect(await store.addresses.numberOfLid(lid)).toBe(digitsOf(phone));
  const channel = { ...ada.channel!, phone: "+33699999999", connectedAt: after(60) };
  await store.model.create({ ...ada, _id: "bob" as typeof ada._id, channel });
  await store.addresses.rememberLid(lid, "33699999999");
  expect(await store.addresses.numberOfLid(lid)).toBe("33699999999");
});
