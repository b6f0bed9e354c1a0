import { randomUUID } from "node:crypto";
import { asDigestId, asUserId } from "@matinale/contracts";
import { connectMongo, ensureIndexes } from "@matinale/kit/mongo";
import { testDatabase } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { order } from "../testing/order.ts";
import { DigestRequestStore } from "./digest-requests.ts";

const database = testDatabase("digest-requests");
let mongo: Connection;
let requests: DigestRequestStore;
beforeAll(async () => {
  mongo = await connectMongo(database);
  requests = new DigestRequestStore(mongo);
  await ensureIndexes(mongo);
});
beforeEach(() => mongo.collection("digest_requests").deleteMany({}));
afterAll(async () => {
  await database.drop();
  await mongo.close();
});

const now = new Date();
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const missedUntil = before(120);
const leaseMs = 20_000;

const request = (orderKey: string, dueAt: Date) => ({
  _id: asDigestId(randomUUID()),
  userId: asUserId("user"),
  order,
  orderKey,
  dueAt,
  manual: false,
  correlationId: "",
  causationId: "",
});
const waitingOrders = (at = now) =>
  requests.waitingOrders("scheduled", { limit: 10, missedUntil, now: at });

test("finds the orders in time behind more missed requests than one call reads, and drops each once", async () => {
  const missed = Array.from({ length: 501 }, () => request("missed", missedUntil));
  await requests.receive(missed, before(60));
  await requests.receive([request("in time", before(119))], now);
  expect(await waitingOrders()).toEqual({ orderKeys: [], missed: 500 });
  expect(await waitingOrders()).toEqual({ orderKeys: ["in time"], missed: 1 });
  expect(await waitingOrders()).toEqual({ orderKeys: ["in time"], missed: 0 });
});

test("claims no missed request with the same order as one in time", async () => {
  const [missed, inTime] = [request("order", before(121)), request("order", before(1))];
  await requests.receive([missed, inTime], now);
  const claimed = await requests.claim("scheduled", ["order"], {
    limit: 10,
    leaseMs,
    missedUntil,
    now,
  });
  expect(claimed.map(({ _id }) => _id)).toEqual([inTime._id]);
  expect(await waitingOrders()).toEqual({ orderKeys: [], missed: 1 });
});

test("drops no request that is being composed, until its lease has ended", async () => {
  await requests.receive([request("order", before(121))], now);
  const earlier = { limit: 10, leaseMs, missedUntil: before(180), now };
  expect(await requests.claim("scheduled", ["order"], earlier)).toHaveLength(1);
  expect(await waitingOrders()).toEqual({ orderKeys: [], missed: 0 });
  const ended = new Date(now.getTime() + leaseMs);
  expect(await waitingOrders(ended)).toEqual({ orderKeys: [], missed: 1 });
});
