import { asLocalTime } from "@matinale/contracts";
import { describe, expect, test } from "vitest";
import { deliveryOfRequest, requestId } from "../delivery/delivery.ts";
import { choicesOf } from "./plan-delivery.ts";
import { after, due, readyDigest, subscriberOf } from "../../testing/fixtures.ts";
import { moveToNewHour, requestComposition, withNewChoices } from "./replan.ts";

const now = after(-600);
const at = (hour: string) => ({
  zone: "Europe/Paris",
  hours: [asLocalTime(hour)],
  weekday: null,
});
const composed = readyDigest({ partOfDay: "morning" });

describe("moveToNewHour", () => {
  test("a move to a later hour drops the text and composes again near that hour", () => {
    const next = moveToNewHour(at("20:00"), now)(composed)?.next;
    expect(next).toMatchObject({
      _id: composed._id,
      phase: "composing",
      dueAt: after(12 * 3_600),
      composeAt: after(12 * 3_600 - 900),
      workAt: after(14 * 3_600),
      replans: 1,
      partOfDay: "evening",
      texts: [],
      audio: [],
      parts: {},
    });
  });

  test("a move to a later hour keeps nothing of the dropped composition", () => {
    const said = {
      more: ["La suite"],
      storyIds: ["s1"],
      headline: "Le blé recule",
      audioMissing: "partial" as const,
    };
    const next = moveToNewHour(at("20:00"), now)({ ...composed, ...said })?.next;
    for (const name of Object.keys(said)) expect(next).toHaveProperty(name, undefined);
  });

  test("a second move, before the new request is made, keeps a single request", () => {
    const once = moveToNewHour(at("20:00"), now)(composed)?.next;
    const twice = moveToNewHour(at("13:00"), now)(once!)?.next;
    expect(twice).toMatchObject({ replans: 1, composeAt: after(5 * 3_600 - 900) });
    const back = moveToNewHour(at("08:00"), now)(twice!)?.next;
    expect(back).toMatchObject({ replans: 1, composeAt: now, dueAt: due, partOfDay: "morning" });
  });

  test("a move by a few minutes keeps the text", () => {
    expect(moveToNewHour(at("08:03"), now)(composed)?.next).toMatchObject({
      phase: "ready",
      dueAt: after(180),
      texts: ["Le digest"],
    });
  });

  test("a move to the same hour, or after sending has started, changes nothing", () => {
    expect(moveToNewHour(at("08:00"), now)(composed)).toBeNull();
    const empty = { ...composed, phase: "skipped", reason: "no_categories" } as const;
    expect(moveToNewHour(at("08:00"), now)(empty)).toBeNull();
    for (const phase of ["sending", "done", "skipped", "failed", "missed"] as const) {
      expect(moveToNewHour(at("20:00"), now)({ ...composed, phase })).toBeNull();
    }
  });
});

describe.each(["no_categories", "nothing_new"] as const)(
  "an edition that ended with %s",
  (reason) => {
    const chosen = choicesOf(
      subscriberOf({ preferences: { ...subscriberOf().preferences!, categories: [] } }),
    );
    const empty = readyDigest({
      phase: "skipped",
      reason,
      choices: chosen,
      texts: [],
      parts: {},
      workAt: undefined,
    });

    test("is composed again when other categories are chosen before it is due", () => {
      const composeAgain = { phase: "composing", reason: undefined, composeAt: now, replans: 1 };
      expect(withNewChoices(subscriberOf(), now)(empty)?.next).toMatchObject(composeAgain);
      expect(moveToNewHour(at("08:05"), now)(empty)?.next).toMatchObject(composeAgain);
    });

    test("stays as it is once it is due, without other choices, and while nothing may be sent", () => {
      expect(withNewChoices(subscriberOf(), due)(empty)).toBeNull();
      expect(moveToNewHour(at("08:05"), due)(empty)).toBeNull();
      const unchanged = { ...empty, choices: choicesOf(subscriberOf()) };
      expect(withNewChoices(subscriberOf(), now)(unchanged)).toBeNull();
      const stopped = subscriberOf({ stopped: { at: now, by: "site" } });
      expect(withNewChoices(stopped, now)(empty)).toBeNull();
    });
  },
);

describe("requestComposition", () => {
  const waiting = moveToNewHour(at("20:00"), now)(composed)!.next;
  const composeAt = after(12 * 3_600 - 900);

  test("requests the current choices of the subscriber once", () => {
    expect(requestComposition(subscriberOf(), after(0))(waiting)).toBeNull();
    const change = requestComposition(subscriberOf(), composeAt)(waiting);
    expect(change?.asked).toMatchObject({ language: "en", windowEnd: composeAt });
    expect(change?.next).toMatchObject({
      language: "en",
      windowEnd: composeAt,
      partOfDay: "evening",
    });
    expect(requestComposition(subscriberOf(), composeAt)(change!.next)).toBeNull();
  });

  test("ends a delivery that cannot be composed", () => {
    const preferences = { ...subscriberOf().preferences!, categories: [] };
    expect(
      requestComposition(subscriberOf({ preferences }), composeAt)(waiting)?.next,
    ).toMatchObject({
      phase: "skipped",
      reason: "no_categories",
    });
    expect(requestComposition(undefined, composeAt)(waiting)?.next).toMatchObject({
      phase: "skipped",
    });
  });
});

test("each request has its own id, from which the id of its delivery can be read", () => {
  expect(requestId(composed)).toBe("d1");
  expect(requestId({ ...composed, replans: 2 })).toBe("d1-r2");
  for (const id of ["d1", "0b44ab1c-77e5-4c28-9f1b-3a3ff2b6a0ef"]) {
    expect(deliveryOfRequest(requestId({ _id: id, replans: 3 }))).toBe(id);
    expect(deliveryOfRequest(id)).toBe(id);
  }
});
