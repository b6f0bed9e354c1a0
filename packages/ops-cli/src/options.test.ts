import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { groupNamed, instantFrom, topicNamed } from "./options.ts";

test("reads service and topic from the name of a consumer group", () => {
  const group = { service: "delivery", topic: "user.changed" };
  expect(groupNamed("delivery.user.changed", undefined)).toEqual(group);
  expect(groupNamed("delivery.user.changed", "user.changed")).toEqual(group);
});

test.each([
  [undefined, undefined, /^say which consumer: group=/],
  ["delivery.take-audio", undefined, /^no group delivery\.take-audio; a group is/],
  ["user.changed", undefined, /^no group user\.changed; a group is/],
  ["delivery.user.changed", "audio.ready", /reads user\.changed, not audio\.ready/],
])("refuses the group %s with the topic %s", (group, topic, message) => {
  expect(() => groupNamed(group, topic)).toThrow(message);
});

test("refuses a topic that does not exist, and names those that do", () => {
  expect(() => topicNamed("user.change")).toThrow(/^no topic user\.change; the topics are user\./);
  expect(topicNamed("")).toBeUndefined();
});

test("reads an instant, or the beginning of a topic", () => {
  expect(instantFrom("2026-03-01T08:00:00Z")).toEqual(new Date("2026-03-01T08:00:00Z"));
  expect(instantFrom("beginning")).toBeNull();
  expect(() => instantFrom("noon")).toThrow("noon is not an instant");
  expect(() => instantFrom(undefined)).toThrow("say from when");
});

test("ends with exit code 2 and says what to type when an option is missing", async () => {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, [main, "replay"], { env: {} }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
  expect(ended).toEqual({ code: 2, stderr: expect.stringMatching(/^say which consumer: /) });
});
