import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const run = (...args: string[]) =>
  new Promise<{ code: unknown; message: string }>((resolve) => {
    execFile(process.execPath, [main, ...args], { env: {} }, (error, _stdout, message) =>
      resolve({ code: error?.code ?? 0, message }),
    );
  });

test.each([
  [["dlq-lst"], /^say which command: doctor, dlq-list, /],
  [["dlq-show"], /^say which: id=/],
  [["replay"], /^say which consumer: group=/],
  [["replay", "--group=delivery.take-audio"], /^no group delivery\.take-audio; a group is/],
  [["replay", "--group=user.changed"], /^no group user\.changed; a group is/],
  [
    ["replay", "--group=delivery.user.changed", "--topic=audio.ready"],
    /^delivery\.user\.changed reads user\.changed, not audio\.ready/,
  ],
  [["replay", "--group=delivery.user.changed"], /^say from when/],
  [["replay", "--group=delivery.user.changed", "--from=noon"], /^noon is not an instant/],
  [["dlq-list", "--topic=user.change"], /^no topic user\.change; the topics are user\.changed, /],
])("%j ends with exit code 2 and says what to type", async (args, message) => {
  expect(await run(...args)).toEqual({ code: 2, message: expect.stringMatching(message) });
});
