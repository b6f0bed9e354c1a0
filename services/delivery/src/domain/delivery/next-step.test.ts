import { asUserId } from "@matinale/contracts";
import { describe, expect, test } from "vitest";
import { type Delivery, rank } from "./delivery.ts";
import { after, due, readyDigest, subscriberOf } from "../../testing/fixtures.ts";
import { nextStep, startOf } from "./next-step.ts";
import { markSendStarted, markFailed, markAccepted } from "./transitions.ts";
import type { Subscriber } from "../subscriber/subscriber.ts";

const uploaded = new Map([["hash", "media-1"]]);
const step = (
  delivery: Delivery,
  now = due,
  subscriber: Subscriber | null = subscriberOf(),
  mediaIds: ReadonlyMap<string, string | null> = uploaded,
) => nextStep(delivery, { subscriber, mediaIds, now });
const told = (delivery: Delivery, part: "text0" | "voice0" | "template", at = due): Delivery => {
  const form = part === "template" ? "template" : part === "text0" ? "text" : "voice";
  const sending = markSendStarted(part, form, "+33612345678", at)(delivery)?.next ?? delivery;
  return markAccepted(part, `wamid.${part}`, at)(sending)?.next ?? sending;
};

describe("a digest whose window is open", () => {
  test("waits until shortly before its instant, then sends text, then voice, then ends", () => {
    const ready = readyDigest();
    expect(step(ready, after(-1))).toEqual({ do: "wait", until: startOf(readyDigest()) });
    expect(step(ready, startOf(readyDigest()))).toMatchObject({
      do: "send",
      part: "text0",
      message: { form: "text", body: "Le digest" },
    });
    const half = told(ready, "text0");
    expect(step(half)).toMatchObject({
      do: "send",
      part: "voice0",
      message: { mediaId: "media-1" },
    });
    expect(step(told(half, "voice0"))).toEqual({ do: "end", phase: "done" });
  });

  test("sends the text in time while the sound is still on its way, and gives the sound up in the end", () => {
    const half = told(readyDigest(), "text0");
    expect(step(readyDigest(), due, subscriberOf(), new Map())).toMatchObject({ part: "text0" });
    expect(step(half, after(5), subscriberOf(), new Map())).toEqual({
      do: "wait",
      until: after(6),
    });
    expect(step(half, after(601), subscriberOf(), new Map())).toMatchObject({
      do: "fail",
      reason: "audio_unavailable",
    });
    expect(step(half, after(5), subscriberOf(), new Map([["hash", null]]))).toMatchObject({
      do: "fail",
      part: "voice0",
    });
  });
});

test("who are due together begin within a second before, in an order that is the same each day", () => {
  const people = Array.from({ length: 200 }, (_, number) => asUserId(`person-${number}`));
  const orderAt = (dueAt: Date) => {
    const starts = people.map((userId) => ({ userId, at: startOf({ userId, dueAt }) }));
    for (const { at } of starts) {
      expect(dueAt.getTime() - at.getTime()).toBeGreaterThanOrEqual(500);
      expect(dueAt.getTime() - at.getTime()).toBeLessThan(1_000);
    }
    expect(new Set(starts.map(({ at }) => at.getTime())).size).toBeGreaterThan(100);
    const inOrder = starts.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    return inOrder.map(({ userId }) => userId);
  };
  const today = orderAt(due);
  expect(orderAt(after(86_400))).toEqual(today);
  expect(today).not.toEqual(people);
});

describe("a call whose answer is unknown", () => {
  const sending =
    markSendStarted("text0", "text", "+33612345678", due)(readyDigest())?.next ?? readyDigest();

  test("is held for 150 s, then failed, and never made again", () => {
    expect(step(sending, after(1))).toEqual({ do: "wait", until: after(150) });
    expect(step(sending, after(149))).toMatchObject({ do: "wait" });
    expect(step(sending, after(150))).toEqual({
      do: "fail",
      part: "text0",
      reason: "unknown_outcome",
    });
    const settled =
      markFailed("text0", { reason: "unknown_outcome", code: 0, at: after(150) })(sending)?.next ??
      sending;
    expect(step(settled, after(151))).toEqual({
      do: "end",
      phase: "failed",
      reason: "unknown_outcome",
    });
  });
});

describe("a digest whose window is closed", () => {
  const closed = subscriberOf({ windowExpiresAt: after(5) });

  test("is announced by a template, once, and waits for the tap", () => {
    const message = {
      form: "template",
      template: { name: "digest_ready", parameters: ["Politique"], button: "LISTEN:d1" },
    };
    expect(step(readyDigest(), due, closed)).toMatchObject({
      do: "send",
      part: "template",
      message,
    });
    expect(step(told(readyDigest(), "template"), due, closed)).toEqual({ do: "await-tap" });
  });

  test("sends what was prepared after the tap, also when its day is over", () => {
    const released = { ...told(readyDigest(), "template"), releasedAt: after(80_000) };
    const open = subscriberOf({ windowExpiresAt: after(166_000) });
    expect(step(released, after(80_001), open)).toMatchObject({ part: "text0" });
    expect(step(released, after(80_000 + 7_200), open)).toMatchObject({ do: "fail" });
  });
});

describe("a digest whose announcements are held back by the provider", () => {
  const heldBack = (heldBackUntil: Date, windowExpiresAt = after(-60)) =>
    subscriberOf({ windowExpiresAt, heldBackUntil });

  test("waits when they are not for long, is left out otherwise, and goes when the person wrote", () => {
    expect(step(readyDigest(), due, heldBack(after(3)))).toEqual({ do: "wait", until: after(3) });
    expect(step(readyDigest(), due, heldBack(after(40_000)))).toEqual({
      do: "end",
      phase: "skipped",
      reason: "deferred",
    });
    expect(step(readyDigest(), due, heldBack(after(40_000), after(3_600)))).toMatchObject({
      do: "send",
      part: "text0",
    });
    expect(step(readyDigest(), after(4), heldBack(after(3)))).toMatchObject({ part: "template" });
  });
});

describe("a digest that must not be sent", () => {
  test.each([
    [{ stopped: { at: due, by: "phone" } }, "stopped"],
    [{ stopped: { at: due, by: "site" } }, "stopped"],
    [{ subscription: { ...subscriberOf().subscription!, entitledUntil: due } }, "not_entitled"],
    [{ channel: { ...subscriberOf().channel!, verifiedAt: undefined } as never }, "not_connected"],
  ] satisfies [Partial<Subscriber>, string][])("ends with its reason", (changes, reason) => {
    expect(step(readyDigest(), due, subscriberOf(changes))).toEqual({
      do: "end",
      phase: "skipped",
      reason,
    });
  });

  test("stops between text and voice as well", () => {
    const stopped = subscriberOf({ stopped: { at: due, by: "phone" } });
    expect(step(told(readyDigest(), "text0"), due, stopped)).toMatchObject({
      do: "end",
      phase: "done",
    });
  });

  test("by hand only a STOP from the phone counts, not the automation", () => {
    const byHand = readyDigest({ manual: true });
    expect(step(byHand, due, subscriberOf({ stopped: { at: due, by: "site" } }))).toMatchObject({
      do: "send",
    });
    expect(step(byHand, due, subscriberOf({ stopped: { at: due, by: "phone" } }))).toMatchObject({
      do: "end",
    });
  });

  test("an erased person is sent nothing", () => {
    expect(step(readyDigest(), due, null)).toMatchObject({ do: "end", phase: "skipped" });
  });
});

describe("a late digest", () => {
  test("is sent for two hours, then missed, or failed when it was tried", () => {
    expect(step(readyDigest(), after(7_199))).toMatchObject({ do: "send" });
    expect(step(readyDigest(), after(7_200))).toEqual({
      do: "end",
      phase: "missed",
      reason: "missed",
    });
    const tried = readyDigest({
      parts: { text0: { form: "text", rank: rank.waiting, attempt: 4 } },
    });
    expect(step(tried, after(7_200))).toMatchObject({ do: "fail", reason: "provider_down" });
  });

  test("gives way to a newer slot that has passed as well", () => {
    const overtaken = subscriberOf({
      nextDueAt: after(3_000),
      nextSlot: { date: "2026-11-23", index: 1 },
    });
    expect(step(readyDigest(), after(3_600), overtaken)).toMatchObject({
      do: "end",
      phase: "missed",
    });
    expect(step(readyDigest(), after(30), overtaken)).toMatchObject({ do: "send" });
    const newer = subscriberOf({ last: { date: "2026-11-23", index: 1, at: after(3_000) } });
    expect(step(readyDigest(), after(3_600), newer)).toMatchObject({ phase: "missed" });
  });

  test("that was never composed fails", () => {
    const composing = readyDigest({ phase: "composing", parts: {}, texts: [] });
    expect(step(composing, due)).toEqual({ do: "wait", until: after(7_200) });
    expect(step(composing, after(7_200))).toEqual({
      do: "end",
      phase: "failed",
      reason: "not_composed",
    });
  });
});
