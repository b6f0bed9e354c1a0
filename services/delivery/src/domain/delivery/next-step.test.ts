import { asLocalTime, asUserId } from "@matinale/contracts";
import { describe, expect, test } from "vitest";
import { type Delivery, partsOf, rank } from "./delivery.ts";
import { after, due, readyDigest, subscriberOf } from "../../testing/fixtures.ts";
import { nextStep } from "./next-step.ts";
import { startOf } from "./timing.ts";
import { markSendStarted, markFailed, markAccepted } from "./transitions.ts";
import type { Subscriber } from "../subscriber/subscriber.ts";

const uploaded = new Map([["hash", "media-1"]]);
const step = (
  delivery: Delivery,
  now = due,
  subscriber: Subscriber | null = subscriberOf(),
  mediaIds: ReadonlyMap<string, string | null> = uploaded,
) => nextStep(delivery, { subscriber, mediaIds, now });
const withAccepted = (
  delivery: Delivery,
  part: "text0" | "text1" | "voice0" | "voice1" | "template",
  at = due,
): Delivery => {
  const form = part === "template" ? "template" : part.startsWith("text") ? "text" : "voice";
  const sending = markSendStarted(part, form, "+33612345678", at)(delivery)?.next ?? delivery;
  return markAccepted(part, `wamid.${part}`, at)(sending)?.next ?? sending;
};

describe("a digest while the window is open", () => {
  test("waits until shortly before its due instant, then sends the text, then the voice note, then ends", () => {
    const ready = readyDigest();
    expect(step(ready, after(-1))).toEqual({ do: "wait", until: startOf(readyDigest()) });
    expect(step(ready, startOf(readyDigest()))).toMatchObject({
      do: "send",
      part: "text0",
      message: { form: "text", body: "Le digest" },
    });
    const textSent = withAccepted(ready, "text0");
    expect(step(textSent)).toMatchObject({
      do: "send",
      part: "voice0",
      message: { mediaId: "media-1" },
    });
    expect(step(withAccepted(textSent, "voice0"))).toEqual({ do: "end", phase: "done" });
  });

  test("sends the text on time while the voice note is not uploaded, and fails the voice note after ten minutes", () => {
    const textSent = withAccepted(readyDigest(), "text0");
    expect(step(readyDigest(), due, subscriberOf(), new Map())).toMatchObject({ part: "text0" });
    expect(step(textSent, after(5), subscriberOf(), new Map())).toEqual({
      do: "wait",
      until: after(6),
    });
    expect(step(textSent, after(601), subscriberOf(), new Map())).toMatchObject({
      do: "fail",
      reason: "audio_unavailable",
    });
    expect(step(textSent, after(5), subscriberOf(), new Map([["hash", null]]))).toMatchObject({
      do: "fail",
      part: "voice0",
    });
  });
});

test("sends the voice note to no other phone than the text, but a whole edition to the new number", () => {
  const { channel } = subscriberOf();
  const moved = subscriberOf({ channel: { ...channel!, phone: "+33687654321" } });
  const textSent = withAccepted(readyDigest(), "text0");
  const end = { do: "end", phase: "done", reason: "not_connected" };
  expect(step(textSent, due, moved)).toEqual(end);
  const announced = withAccepted(readyDigest(), "template");
  expect(step(announced, due, moved)).toMatchObject({ part: "text0", to: "+33687654321" });
  const byWhatsApp = { ...moved.channel!, movedFrom: "+33612345678" };
  expect(step(textSent, due, subscriberOf({ channel: byWhatsApp }))).toMatchObject({
    part: "voice0",
    to: "+33687654321",
  });
});

test("waits for the upload of the voice note also when the text could be sent only after an outage", () => {
  const textSent = withAccepted(readyDigest(), "text0", after(3_600));
  const subscriber = subscriberOf({ windowExpiresAt: after(7_200) });
  const next = (seconds: number) => step(textSent, after(seconds), subscriber, new Map());
  expect(next(3_601)).toEqual({ do: "wait", until: after(3_602) });
  expect(next(3_600 + 601)).toMatchObject({ do: "fail", reason: "audio_unavailable" });
});

test("starts deliveries that are due together within the second before, in the same order each day", () => {
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

describe("a call whose answer was lost", () => {
  const sending =
    markSendStarted("text0", "text", "+33612345678", due)(readyDigest())?.next ?? readyDigest();

  test("waits 150 s for a status, then fails, and is never repeated", () => {
    expect(step(sending, after(1))).toEqual({ do: "wait", until: after(150) });
    expect(step(sending, after(149))).toMatchObject({ do: "wait" });
    expect(step(sending, after(150))).toEqual({
      do: "fail",
      part: "text0",
      reason: "unknown_outcome",
    });
    const failed =
      markFailed("text0", { reason: "unknown_outcome", code: 0, at: after(150) })(sending)?.next ??
      sending;
    expect(step(failed, after(151))).toEqual({
      do: "end",
      phase: "failed",
      reason: "unknown_outcome",
    });
  });
});

describe("a digest while the window is closed", () => {
  const closed = subscriberOf({ windowExpiresAt: after(5) });

  test("is announced by one template and waits for the tap", () => {
    const message = {
      form: "template",
      template: {
        name: "digest_ready",
        parameters: ["Le blé recule", "et 2 autres titres", "1 min"],
        button: "LISTEN:d1",
      },
    };
    expect(step(readyDigest({ headline: "Le blé recule" }), due, closed)).toMatchObject({
      do: "send",
      part: "template",
      message,
    });
    expect(step(withAccepted(readyDigest(), "template"), due, closed)).toEqual({ do: "await-tap" });
  });

  const tappedAt = after(80_000);
  const open = subscriberOf({ windowExpiresAt: after(166_000) });
  const released = { ...withAccepted(readyDigest(), "template"), releasedAt: tappedAt };
  const next = (delivery: Delivery, mediaIds = uploaded) =>
    step(delivery, after(80_001), open, mediaIds);

  test("is sent after the tap, up to two hours after it, even on a later day", () => {
    expect(next(released)).toMatchObject({ part: "voice0" });
    expect(step(released, after(80_000 + 7_200), open)).toMatchObject({ do: "fail" });
  });

  test("is sent after the tap although digests are paused or stopped on the site, but not after STOP", () => {
    const tapped = (by: "phone" | "site", until?: Date) => {
      const stop = { at: due, by, ...(until === undefined ? {} : { until }) };
      return step(released, after(80_001), { ...open, stopped: stop });
    };
    expect(tapped("phone", after(7 * 86_400))).toMatchObject({ do: "send", part: "voice0" });
    expect(tapped("site")).toMatchObject({ do: "send", part: "voice0" });
    expect(tapped("phone")).toMatchObject({ do: "end", reason: "stopped" });
  });

  test("begins with the voice note after the tap, then the text, and sends no accepted part again", () => {
    const heard = withAccepted(released, "voice0", tappedAt);
    expect(next(heard)).toMatchObject({ part: "text0", message: { body: "Le digest" } });
    expect(next(withAccepted(heard, "text0", tappedAt))).toEqual({ do: "end", phase: "done" });
    const parts = partsOf(2, 2);
    const audio = [...released.audio, { ...released.audio[0]!, sha256: "second" }];
    const long: Delivery = { ...released, texts: ["Un", "Deux"], audio, parts };
    const both = new Map([...uploaded, ["second", "media-2"]]);
    const order = ["voice0", "voice1", "text0", "text1"] as const;
    order.reduce((delivery, part) => {
      expect(next(delivery, both)).toMatchObject({ do: "send", part });
      return withAccepted(delivery, part, tappedAt);
    }, long);
  });

  test("does not let the text wait for the upload of the voice note", () => {
    expect(next(released, new Map())).toMatchObject({ part: "text0" });
    const read = withAccepted(released, "text0", tappedAt);
    expect(next(read, new Map())).toMatchObject({ do: "wait" });
    expect(next(read)).toMatchObject({ part: "voice0" });
  });

  test.each(["audio_unavailable", "refused", "unknown_outcome"] as const)(
    "sends the text although the voice note has failed: %s",
    (reason) => {
      const failure = { reason, code: 0, at: tappedAt };
      const failed = markFailed("voice0", failure)(released)?.next ?? released;
      expect(next(failed)).toMatchObject({ do: "send", part: "text0" });
      const end = { do: "end", phase: "failed", reason };
      expect(next(withAccepted(failed, "text0", tappedAt))).toEqual(end);
    },
  );

  test("ends when the person cannot be reached with the voice note", () => {
    const failure = { reason: "unreachable", code: 131026, at: tappedAt } as const;
    const failed = markFailed("voice0", failure)(released)?.next ?? released;
    expect(next(failed)).toEqual({ do: "end", phase: "failed", reason: "unreachable" });
  });
});

describe("a digest whose template the provider holds back", () => {
  const heldBack = (heldBackUntil: Date, windowExpiresAt = after(-60)) =>
    subscriberOf({ windowExpiresAt, heldBackUntil });

  test("waits if the template may be sent soon, is skipped otherwise, and is sent once the person has written", () => {
    expect(step(readyDigest(), due, heldBack(after(3)))).toEqual({ do: "wait", until: after(3) });
    // the person may write meanwhile
    expect(step(readyDigest(), due, heldBack(after(3_600)))).toEqual({
      do: "wait",
      until: after(60),
    });
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
  ] satisfies [Partial<Subscriber>, string][])(
    "is skipped with a reason: %j",
    (changes, reason) => {
      expect(step(readyDigest(), due, subscriberOf(changes))).toEqual({
        do: "end",
        phase: "skipped",
        reason,
      });
    },
  );

  test("is sent when the plan ends after its due instant, before its turn in the rate", () => {
    const subscription = { ...subscriberOf().subscription!, entitledUntil: after(30) };
    expect(step(readyDigest(), after(200), subscriberOf({ subscription }))).toMatchObject({
      do: "send",
    });
  });

  test("stops between the text and the voice note", () => {
    const stopped = subscriberOf({ stopped: { at: due, by: "phone" } });
    expect(step(withAccepted(readyDigest(), "text0"), due, stopped)).toMatchObject({
      do: "end",
      phase: "done",
    });
  });

  test("is sent when it is manual and digests were stopped on the site, but not after a STOP from the phone", () => {
    const manual = readyDigest({ manual: true });
    expect(step(manual, due, subscriberOf({ stopped: { at: due, by: "site" } }))).toMatchObject({
      do: "send",
    });
    expect(step(manual, due, subscriberOf({ stopped: { at: due, by: "phone" } }))).toMatchObject({
      do: "end",
    });
  });

  test("is not sent to an erased person", () => {
    expect(step(readyDigest(), due, null)).toMatchObject({ do: "end", phase: "skipped" });
  });
});

describe("a late digest", () => {
  test("is sent for two hours, then is missed, or fails if a call was made", () => {
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

  test("is missed when a newer slot is due too", () => {
    const withNewerSlotDue = subscriberOf({
      nextDueAt: after(3_000),
      nextSlot: { date: "2026-11-23", index: 1 },
    });
    expect(step(readyDigest(), after(3_600), withNewerSlotDue)).toMatchObject({
      do: "end",
      phase: "missed",
    });
    expect(step(readyDigest(), after(30), withNewerSlotDue)).toMatchObject({ do: "send" });
    const withNewerSlotPlanned = subscriberOf({
      last: { date: "2026-11-23", index: 1, at: after(3_000) },
    });
    expect(step(readyDigest(), after(3_600), withNewerSlotPlanned)).toMatchObject({
      phase: "missed",
    });
  });

  test("fails when it was never composed", () => {
    const composing = readyDigest({ phase: "composing", parts: {}, texts: [] });
    expect(step(composing, due)).toEqual({ do: "wait", until: after(7_200) });
    expect(step(composing, after(7_200))).toEqual({
      do: "end",
      phase: "failed",
      reason: "not_composed",
    });
  });
});

describe("a story in full", () => {
  const story = readyDigest({ kind: "story", manual: true });

  test("is sent as a reply, also during a pause, and not after STOP or the end of the plan", () => {
    const paused = subscriberOf({ stopped: { at: due, by: "phone", until: after(86_400) } });
    expect(step(story, due, paused)).toMatchObject({ do: "send", part: "text0" });
    const stopped = subscriberOf({ stopped: { at: due, by: "phone" } });
    expect(step(story, due, stopped)).toMatchObject({ do: "end", reason: "stopped" });
    const { subscription } = subscriberOf();
    const lapsed = subscriberOf({ subscription: { ...subscription!, status: "lapsed" } });
    expect(step(story, due, lapsed)).toMatchObject({ do: "end", reason: "not_entitled" });
  });

  test("is never announced by a template", () => {
    const closed = subscriberOf({ windowExpiresAt: due });
    expect(step(story, due, closed)).toMatchObject({ do: "end", reason: "window_closed" });
  });
});

describe("an alert", () => {
  const { slot: _, ...alert } = readyDigest({ kind: "alert", headline: "Un train déraille" });
  const { preferences } = subscriberOf();
  const wanting = (quiet = { start: asLocalTime("22:00"), end: asLocalTime("07:00") }) =>
    subscriberOf({ preferences: { ...preferences!, alerts: true, quiet } });

  test("is announced by its own template while the window is closed", () => {
    const closed = { ...wanting(), windowExpiresAt: due };
    expect(step(alert, due, closed)).toMatchObject({
      do: "send",
      part: "template",
      message: {
        template: {
          name: "breaking_news",
          parameters: ["Un train déraille"],
          button: "LISTEN:d1",
        },
      },
    });
    expect(step(alert, due, wanting())).toMatchObject({ do: "send", part: "text0" });
  });

  test("is not sent in the quiet hours, when alerts are off, or after STOP", () => {
    // 08:00 in Paris
    const quiet = { start: asLocalTime("07:30"), end: asLocalTime("08:30") };
    expect(step(alert, due, wanting(quiet))).toMatchObject({ reason: "quiet_hours" });
    expect(step(alert, due, subscriberOf())).toMatchObject({ reason: "alerts_off" });
    const stopped = { ...wanting(), stopped: { at: due, by: "phone" as const } };
    expect(step(alert, due, stopped)).toMatchObject({ phase: "skipped", reason: "stopped" });
  });

  test("is missed after a quarter of an hour, and sent after a tap on its template at any hour", () => {
    expect(step(alert, after(14 * 60), wanting())).toMatchObject({ do: "send" });
    expect(step(alert, after(15 * 60), wanting())).toMatchObject({ phase: "missed" });
    const template = { form: "template", rank: rank.sent, attempt: 1 } as const;
    const night = after(16 * 3_600);
    const tapped = { ...alert, parts: { ...alert.parts, template }, releasedAt: night };
    const open = { ...wanting(), windowExpiresAt: after(20 * 3_600) };
    expect(step(tapped, night, open)).toMatchObject({ do: "send", part: "voice0" });
  });
});

describe("a person who hides the number", () => {
  const userId = "FR.5550001112223334445";
  const { phone, ...rest } = subscriberOf().channel!;
  const hidden = subscriberOf({ channel: { ...rest, userId } });

  test("gets messages by the user id, and by the number once it is known", () => {
    expect(step(readyDigest(), due, hidden)).toMatchObject({ do: "send", to: userId });
    expect(
      step(readyDigest(), due, subscriberOf({ channel: { ...rest, phone: phone!, userId } })),
    ).toMatchObject({ do: "send", to: phone });
  });

  test("gets a reply that was planned before the number was known, and none under a new user id", () => {
    const reply = readyDigest({ kind: "notice", recipient: userId });
    const learned = subscriberOf({ channel: { ...rest, phone: phone!, userId } });
    expect(step(reply, due, learned)).toMatchObject({ do: "send", to: phone });
    const moved = subscriberOf({ channel: { ...rest, userId: "FR.2" } });
    expect(step(reply, due, moved)).toMatchObject({ do: "end", reason: "not_connected" });
  });
});
