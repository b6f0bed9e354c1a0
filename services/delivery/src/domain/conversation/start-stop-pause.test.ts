import * as fc from "fast-check";
import { expect, test } from "vitest";
import { subscriberOf } from "../../testing/fixtures.ts";
import { pauseEnd } from "../schedule/slot-instants.ts";
import type { Subscriber } from "../subscriber/subscriber.ts";
import { changeOfSending, type SendingChange } from "./start-stop-pause.ts";

interface KeywordMessage {
  command: SendingChange;
  from: string;
  id: string;
  at: Date;
}

const from = "33612345678";

function keywordAt(name: "start" | "stop" | "pause", second: number): KeywordMessage {
  const at = new Date(Date.parse("2026-11-23T10:00:00Z") + second * 1_000);
  const command = name === "pause" ? { name, until: pauseEnd(at, 2, "Europe/Paris") } : { name };
  return { command, from, id: `${name}-${second}`, at };
}

function stopAfter(messages: readonly KeywordMessage[]): Subscriber["stopped"] {
  let subscriber = subscriberOf({});
  for (const message of messages) {
    const change = changeOfSending(message.command, message, subscriber);
    if (change === null) continue;
    const { stopped: before, ...rest } = subscriber;
    const stopped = change.stopped === undefined ? before : (change.stopped ?? undefined);
    subscriber = {
      ...rest,
      channel: change.channel,
      ...(stopped === undefined ? {} : { stopped }),
    };
  }
  return subscriber.stopped;
}

test("START, STOP and PAUSE give the same result in every order of processing", () => {
  const names = fc.array(fc.constantFrom("start", "stop", "pause" as const), { maxLength: 6 });
  const sent = names.map((list) => list.map((name, second) => keywordAt(name, second)));
  const shuffled = sent.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([list, mixed]) => {
      expect(stopAfter(mixed)).toEqual(stopAfter(list));
      expect(stopAfter([...mixed, ...list])).toEqual(stopAfter(list));
    }),
  );
});

test("a START that arrives late does not end a later stop on the site", () => {
  const { command, ...message } = keywordAt("start", 0);
  const stopAfter = (ms: number) =>
    subscriberOf({ stopped: { at: new Date(message.at.getTime() + ms), by: "site" } });
  expect(changeOfSending(command, message, stopAfter(1_000))).not.toHaveProperty("stopped");
  // the phone may have sent it at any time of its second
  expect(changeOfSending(command, message, stopAfter(999))).toMatchObject({ stopped: null });
  expect(changeOfSending(command, message, stopAfter(-1_000))).toMatchObject({ stopped: null });
});

test.each(["start", "stop", "pause"] as const)(
  "%s from a number that another one has replaced changes nothing",
  (name) => {
    const channel = { phone: "+33600000002", connectedAt: new Date(0), claimedUntil: new Date(1) };
    const { command, ...message } = keywordAt(name, 0);
    expect(changeOfSending(command, message, subscriberOf({ channel }))).toBeNull();
  },
);

test.each(["start", "confirm"] as const)(
  "%s that was sent before its number was typed on the site does not confirm it",
  (name) => {
    const message = { from, id: name, at: new Date("2026-11-23T10:00:00Z") };
    const typedAfter = (ms: number) => {
      const connectedAt = new Date(message.at.getTime() + ms);
      return subscriberOf({ channel: { phone: `+${from}`, connectedAt } });
    };
    expect(changeOfSending({ name }, message, typedAfter(3_600_000))).toBeNull();
    // clocks differ
    expect(changeOfSending({ name }, message, typedAfter(10_000))?.channel).toMatchObject({
      verifiedAt: message.at,
    });
  },
);

test("a confirmation starts digests only while the opt-in is pending", () => {
  const channel = { phone: `+${from}`, connectedAt: new Date(0), claimedUntil: new Date(1) };
  const message = { from, id: "yes", at: new Date("2026-11-23T10:00:00Z") };
  const change = changeOfSending({ name: "confirm" }, message, subscriberOf({ channel }));
  expect(change?.channel).toMatchObject({ verifiedAt: message.at, consent: { at: message.at } });
  const stopped = subscriberOf({ stopped: { at: new Date(0), by: "phone" } });
  expect(changeOfSending({ name: "confirm" }, message, stopped)).toBeNull();
});
