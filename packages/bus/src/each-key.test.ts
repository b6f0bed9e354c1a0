import { create } from "@bufbuild/protobuf";
import { UserChangedSchema } from "@matinale/contracts";
import { currentContext } from "@matinale/kit";
import { expect, test } from "vitest";
import { eachKey } from "./each-key.ts";
import type { Received } from "./received.ts";

const event = (key: string, id: string, isTombstone = false): Received<"user.changed"> => ({
  id,
  key,
  occurredAt: new Date(0),
  correlationId: `request-of-${key}`,
  message: isTombstone ? null : create(UserChangedSchema, { userId: key }),
});

test("keeps the order of one user's events, and handles users in parallel", async () => {
  const seen: string[] = [];
  const slow = Promise.withResolvers<void>();
  const done = eachKey([event("a", "a1"), event("b", "b1"), event("a", "a2")], async ({ id }) => {
    if (id === "a1") await slow.promise;
    seen.push(id);
    if (id === "b1") slow.resolve();
  });
  await done;
  expect(seen).toEqual(["b1", "a1", "a2"]);
});

test("rejects when a handler fails", async () => {
  const failing = eachKey([event("a", "a1")], () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
});

test("rejects once no handler is in progress, because the events are then handled again", async () => {
  const slow = Promise.withResolvers<void>();
  const ended: string[] = [];
  const failing = eachKey([event("a", "a1"), event("b", "b1")], async ({ id }) => {
    if (id === "b1") throw new Error("no");
    await slow.promise;
    ended.push(id);
  });
  setTimeout(slow.resolve, 5);
  await expect(failing).rejects.toThrow("no");
  expect(ended).toEqual(["a1"]);
});

test("leaves out tombstones", async () => {
  const seen: string[] = [];
  await eachKey([event("a", "a1", true), event("b", "b1")], async ({ userId }) => {
    seen.push(userId);
  });
  expect(seen).toEqual(["b"]);
});

test("what an event causes has the ids of this event", async () => {
  const seen: unknown[] = [];
  await eachKey([event("a", "a1"), event("b", "b1")], async () => {
    seen.push(currentContext());
  });
  expect(seen).toEqual([
    { correlationId: "request-of-a", causationId: "a1" },
    { correlationId: "request-of-b", causationId: "b1" },
  ]);
});
