import { expect, test } from "vitest";
import { type SmallTalk, smallTalkAfter } from "./small-talk.ts";

const start = Date.parse("2026-11-23T10:00:00Z");

/** The seconds at which messages get a reply, of messages sent at these seconds. */
function replied(seconds: readonly number[]): number[] {
  let last: SmallTalk | undefined;
  return seconds.filter((second) => {
    const message = { id: `m${second}`, at: new Date(start + second * 1_000) };
    const next = smallTalkAfter(last, message);
    last = next ?? last;
    return next !== null;
  });
}

test("messages without a request get one reply in ten seconds", () => {
  expect(replied([0, 1, 9, 10, 15, 20, 500])).toEqual([0, 10, 20, 500]);
});

test("a message that is reported again, or late, gets no further reply", () => {
  expect(replied([20, 20, 0])).toEqual([20]);
});

test("an automatic answer on the phone gets ten replies, and more after a pause of a minute", () => {
  const every11Seconds = Array.from({ length: 14 }, (_, index) => index * 11);
  expect(replied(every11Seconds)).toHaveLength(10);
  expect(replied([...every11Seconds, 160])).toHaveLength(11);
});
