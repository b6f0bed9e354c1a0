import type { Connection } from "mongoose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claim, connectMongo, ensureIndexes, indexedDocuments } from "./index.ts";
import { testDatabase } from "../testing/index.ts";

interface Job {
  _id: string;
  dueAt: Date;
  done?: boolean;
}

const database = testDatabase("jobs");
let connection: Connection;
const jobs = () => connection.model<Job>("Job");

beforeAll(async () => {
  connection = await connectMongo(database);
  connection.model("Job", indexedDocuments().index({ dueAt: 1 }));
  await ensureIndexes(connection);
});
afterAll(async () => {
  await database.drop();
  await connection.close();
});

const t0 = new Date("2026-11-21T08:00:00Z");
const after = (ms: number) => new Date(t0.getTime() + ms);
const claimDue = (now: Date, limit = 10, guarded = false) =>
  claim(jobs(), {
    guarded,
    filter: { dueAt: { $lte: now }, done: { $ne: true } },
    sort: { dueAt: 1 },
    limit,
    leaseMs: 30_000,
    now,
  });

test.each([
  ["read under the lease", false],
  ["read once", true],
])(
  "racing workers share the due documents and never claim one twice, %s",
  async (_name, guarded) => {
    await jobs().insertMany(
      Array.from({ length: 60 }, (_, n) => ({ _id: `race-${n}`, dueAt: t0 })),
    );
    const rounds = await Promise.all(Array.from({ length: 8 }, () => claimDue(t0, 60, guarded)));
    const claimed = rounds.flat().map((job) => job._id);
    expect(new Set(claimed).size).toBe(claimed.length);
    const rest = await claimDue(t0, 60);
    expect(claimed.length + rest.length).toBe(60);
    await jobs().deleteMany({});
  },
);

test("returns guarded documents with their lease, in order", async () => {
  const due = [2, 0, 1].map((n) => ({ _id: `job-${n}`, dueAt: after(n) }));
  await jobs().insertMany(due);
  const claimed = await claimDue(after(10), 2, true);
  expect(claimed.map(({ _id }) => _id)).toEqual(["job-0", "job-1"]);
  const stored = await jobs().findById("job-1").lean<(typeof claimed)[number]>();
  expect(claimed[1]).toEqual(stored);
  await jobs().deleteMany({});
});

test("claims a document whose lease has expired, and the first worker's writes match none", async () => {
  await jobs().create({ _id: "slow", dueAt: t0 });
  const [first] = await claimDue(t0);
  expect(await claimDue(after(1_000))).toEqual([]);
  const [second] = await claimDue(after(30_000));
  expect(second?._id).toBe("slow");
  const finish = (token?: string) =>
    jobs().updateOne({ _id: "slow", "lease.token": token }, { $set: { done: true } });
  expect((await finish(first?.lease.token)).matchedCount).toBe(0);
  expect((await finish(second?.lease.token)).matchedCount).toBe(1);
});
