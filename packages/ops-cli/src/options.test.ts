import { expect, test } from "vitest";
import {
  chosenBy,
  groupNamed,
  instantFrom,
  parseCommand,
  topicNamed,
  type Options,
} from "./options.ts";
import { run } from "./testing/run.ts";

test("reads service and topic from the name of a consumer group", () => {
  const group = { service: "delivery", topic: "user.changed" };
  expect(groupNamed("delivery.user.changed")).toEqual(group);
});

test.each([
  [undefined, /^say which consumer: group=/],
  ["delivery.take-audio", /^no group delivery\.take-audio; a group is/],
  ["user.changed", /^no group user\.changed; a group is/],
])("refuses the group %s", (group, message) => {
  expect(() => groupNamed(group)).toThrow(message);
});

test("refuses a topic that does not exist, and names those that do", () => {
  expect(() => topicNamed("user.change")).toThrow(/^no topic user\.change; the topics are user\./);
  expect(topicNamed("")).toBeUndefined();
});

test("reads an instant, a date in UTC, or the beginning of a topic", () => {
  expect(instantFrom("2026-03-01T08:00:00Z")).toEqual(new Date("2026-03-01T08:00:00Z"));
  expect(instantFrom("2026-03-01T09:00:00+01:00")).toEqual(new Date("2026-03-01T08:00:00Z"));
  expect(instantFrom("2026-03-01")).toEqual(new Date("2026-03-01T00:00:00Z"));
  expect(instantFrom("beginning")).toBeNull();
  expect(() => instantFrom(undefined)).toThrow("say from when");
});

test.each(["noon", "2", "03/01/2026", "2026-03-01T08:00:00", "2026-02-30", "-1"])(
  "%s is no instant",
  (text) => expect(() => instantFrom(text)).toThrow(`${text} is not an instant`),
);

test("a redrive with an id and a topic takes only the letter that has both", () => {
  const letters = [
    { id: "audio.ready.dlq/0/0", topic: "audio.ready" },
    { id: "audio.ready.dlq/0/1", topic: "audio.ready" },
    { id: "user.changed.dlq/0/0", topic: "user.changed" },
  ] as const;
  const count = (options: Options) => letters.filter(chosenBy(options)).length;
  expect(count({ topic: "audio.ready", id: "audio.ready.dlq/0/1" })).toBe(1);
  expect(count({ topic: "user.changed", id: "audio.ready.dlq/0/1" })).toBe(0);
  expect(count({ topic: "audio.ready" })).toBe(2);
  expect(count({ all: true })).toBe(3);
});

const argumentsOf = (line: string) => line.split(" ").filter(Boolean);

test.each([
  ["", "say which command: doctor, "],
  ["redrive --all", "say which command: doctor, "],
  [
    "dlq-redrive --topic=audio.ready --group=delivery.audio.ready --from=2026-03-01",
    "Unknown option '--group'; dlq-redrive takes --id, --topic, --all",
  ],
  ["dlq-redrive audio.ready.dlq/0/1 --all", "Unexpected argument 'audio.ready.dlq/0/1'"],
  ["doctor --user=ada", "Unknown option '--user'; doctor takes no options"],
  ["lag --all", "Unknown option '--all'; lag takes --wait"],
  ["dlq-list --until=2026-03-01", "Unknown option '--until'"],
])("refuses the command %s", (line, message) => {
  expect(() => parseCommand(argumentsOf(line))).toThrow(message);
});

test.each([
  [{}, "say which: id=… from dlq-list, topic=… or all=yes"],
  [{ all: true, id: "audio.ready.dlq/0/1" }, "all=yes goes with no id and no topic"],
  [{ all: true, topic: "audio.ready" }, "all=yes goes with no id and no topic"],
])("refuses a redrive of %o", (options, message) => {
  expect(() => chosenBy(options)).toThrow(message);
});

test.each([
  ["replay", "say which consumer: "],
  ["timeline --user=", "say which subscriber: user=<id>, or under make email=<address>"],
  ["dlq-redrive --until=2026-03-01", "Unknown option '--until'"],
  ["dlq-redrive --all --id=audio.ready.dlq/0/1", "all=yes goes with no id"],
  ["erased --from=03/01/2026", "03/01/2026 is not an instant"],
])("%s ends with exit code 2 and says what to type", async (line, message) => {
  expect(await run(line)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});
